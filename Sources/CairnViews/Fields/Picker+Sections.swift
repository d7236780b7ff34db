extension Renderer {
  /// Begins a group of radio buttons or checkboxes with its legend. ``closeOptions(_:)`` ends it.
  mutating func openOptions(_ id: UInt64, title: String) {
    beginPart(id)
    state.fieldTitle = title
    open("<fieldset", class: pickerStyle == .segmented ? "field segmented" : "field choices")
    let isHidden = flags.contains(.labelsHidden)
    if isHidden {
      write(" aria-label=\"")
      write(attribute: title)
      write("\"")
    }
    if !state.notes.isEmpty { writeDescription(id, error: nil) }
    write(">")
    endTag()
    guard !isHidden else { return }
    write("<legend>")
    write(text: title)
    write("</legend>")
  }

  /// Ends a group of radio buttons or checkboxes, after the message about its selection.
  mutating func closeOptions(_ id: UInt64) {
    writeNotes(id)
    closeMessage(id, isGroup: true)
    write("</fieldset>")
    endPart()
  }

  /// Renders a section in a picker, which is a group of options.
  @usableFromInline
  mutating func groupOptions<Header: View, Content: View>(_ header: Header, _ content: Content) {
    let place = place
    let isNamed = Header.self != EmptyView.self
    let isMenu = state.choice.radio == nil && state.choice.members == nil
    // In a row of options, there's no room for headers.
    let isGroup = isWriting && isNamed && (isMenu || pickerStyle != .segmented)
    if isGroup {
      write(isMenu ? "<optgroup label=\"" : "<fieldset class=\"group\"><legend>")
      let start = out.count
      surrounding = .inline
      self.place = Place.mix(place, 11)
      Header._render(header, &self)
      surrounding = .options
      if isMenu { writeAttribute(ofMarkupFrom: start) }
      write(isMenu ? "\">" : "</legend>")
    }
    self.place = Place.mix(place, 12)
    Content._render(content, &self)
    if isGroup { write(isMenu ? "</optgroup>" : "</fieldset>") }
    self.place = place
  }

  /// Replaces the markup from an offset with its text, escaped for a quoted attribute.
  private mutating func writeAttribute(ofMarkupFrom start: Int) {
    let markup = Array(out.bytes[start...])
    out.count = start
    var isTag = false
    for byte in markup {
      switch byte {
      case UInt8(ascii: "<"): isTag = true
      case UInt8(ascii: ">"): isTag = false
      case _ where isTag: break
      case UInt8(ascii: "\""): write("&quot;")
      default: out.append(byte: byte)
      }
    }
  }
}
