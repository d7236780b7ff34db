extension Renderer {
  /// Writes a field for which browsers have a control of their own, such as a calendar.
  /// - Parameters:
  ///   - type: The type of the input.
  ///   - bound: The text of the bound value, as browsers submit it.
  mutating func writeNativeField(
    _ id: UInt64, title: String, class name: StaticString, type: StaticString, bound: String,
    min: String? = nil, max: String? = nil
  ) {
    let row = openRow()
    openField(id, title: title, class: name)
    open("<input", class: "input")
    writeField(id, check: bound)
    write(" type=\"")
    write(type)
    write("\"")
    writeTextContent()
    if let min {
      write(" min=\"")
      write(attribute: min)
      write("\"")
    }
    if let max {
      write(" max=\"")
      write(attribute: max)
      write("\"")
    }
    writeValue(id, bound: bound)
    closeInput(id, prompt: nil)
    closeField(id)
    closeRow(row)
  }

  /// Writes the `value` attribute of a single-line input, which is the text that the user typed or else the bound one.
  mutating func writeValue(_ id: UInt64, bound: String) {
    write(" value=\"")
    write(attribute: draft(id).map { FieldCheck.singleLine($0) } ?? bound)
    write("\"")
  }
}
