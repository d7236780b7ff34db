import CairnTexts

extension Renderer {
  /// Returns the check of a checkbox with a value.
  static func check(isOn: Bool) -> UInt64 { StableHash.string(isOn ? "1" : "0") }

  /// Writes the hidden input before a checkbox. Browsers don't submit an unchecked box, so this input submits “off”.
  mutating func writeUncheckedValue(_ id: UInt64, check: UInt64) {
    write("<input type=\"hidden\"")
    writeFieldName(id, check: check)
    write(" value=\"0\"")
    write(flags.contains(.disabled) ? " disabled>" : ">")
  }

  /// Writes the value of a checkbox, and whether it's checked by the user or else by the bound value.
  mutating func writeCheckedValue(_ id: UInt64, isOn: Bool) {
    write(" value=\"1\"")
    if draft(id).flatMap(Toggle.value(of:)) ?? isOn { write(" checked") }
  }

  /// Keeps the handler of a checkbox.
  /// - Parameters:
  ///   - isOn: Returns the current value.
  ///   - set: Receives another value, and returns whether it was applied.
  mutating func keepCheckbox(
    _ id: UInt64, isOn: @escaping () -> Bool, set: @escaping (Bool) -> FieldVerdict
  ) {
    keepField(
      id, isReadable: false, current: { isOn() ? "1" : "0" },
      write: { typed in
        guard let value = Toggle.value(of: typed) else { return .refused(.system(.chooseOnOrOff)) }
        return value == isOn() ? .unchanged : set(value)
      })
  }
}
