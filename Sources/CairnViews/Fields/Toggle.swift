public import CairnTexts

/// A control that switches between on and off.
public struct Toggle: _PrimitiveView {
  let title: String
  let isOn: Binding<Bool>

  /// Creates a toggle with a title.
  public init(_ title: LocalizedStringKey, isOn: Binding<Bool>) {
    self.title = title.string
    self.isOn = isOn
  }

  /// Creates a toggle with a title.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, isOn: Binding<Bool>) {
    self.title = String(title)
    self.isOn = isOn
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let id = renderer.place
    renderer.noteField()
    if renderer.isWriting {
      let row = renderer.openRow()
      let bound = view.isOn.wrappedValue
      let check = StableHash.string(bound ? "1" : "0")
      // Browsers don't submit an unchecked box, so the hidden field submits “off”.
      renderer.beginPart(id)
      renderer.write("<div class=\"field toggle\"><input type=\"hidden\"")
      renderer.writeFieldName(id, check: check)
      renderer.write(" value=\"0\"")
      renderer.write(renderer.flags.contains(.disabled) ? " disabled>" : ">")
      renderer.open("<input type=\"checkbox\"", class: "input")
      renderer.write(" role=\"switch\" id=\"f-")
      renderer.write(id: id)
      renderer.write("\"")
      renderer.writeFieldName(id, check: check)
      renderer.write(" value=\"1\"")
      if renderer.draft(id).flatMap(value(of:)) ?? bound { renderer.write(" checked") }
      renderer.closeInput(id, prompt: nil)
      renderer.write("<label for=\"f-")
      renderer.write(id: id)
      renderer.write("\">")
      renderer.write(text: view.title)
      renderer.write("</label>")
      renderer.closeField(id)
      renderer.closeRow(row)
    } else if renderer.wants(id) {
      let isOn = view.isOn
      renderer.keepField(
        id, isReadable: false, current: { isOn.wrappedValue ? "1" : "0" },
        write: { typed in
          guard let value = value(of: typed) else {
            return .refused(.system(.chooseOnOrOff))
          }
          guard value != isOn.wrappedValue else { return .unchanged }
          isOn.wrappedValue = value
          return .applied
        })
    }
  }

  /// Returns the value that a toggle submits, which is `1` or `0`.
  private static func value(of typed: String) -> Bool? {
    if FieldCheck.areSame(typed, "1") { return true }
    return FieldCheck.areSame(typed, "0") ? false : nil
  }
}
