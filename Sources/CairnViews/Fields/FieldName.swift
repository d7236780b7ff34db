/// The name of a field in a form, `~f.ID.CHECK`.
package struct FieldName: Equatable, Sendable {
  /// The place of the field.
  package let id: UInt64
  /// The hash of the bound value when the page was written. See ``FieldCheck``.
  package let check: UInt64

  package init(id: UInt64, check: UInt64) {
    self.id = id
    self.check = check
  }

  /// Parses `name`, or returns `nil` if it isn't the name of a field.
  package static func parse(_ name: some StringProtocol) -> FieldName? {
    guard name.utf8.count == 36 else { return nil }
    var name = String(name)
    return name.withUTF8 { bytes in
      guard bytes[0] == UInt8(ascii: "~"), bytes[1] == UInt8(ascii: "f"),
        bytes[2] == UInt8(ascii: "."), bytes[19] == UInt8(ascii: "."),
        let id = Hex.parse(bytes: bytes[3..<19]), let check = Hex.parse(bytes: bytes[20...])
      else { return nil }
      return FieldName(id: id, check: check)
    }
  }

  /// Parses the name of a hidden input with the text of a field that isn't on the page, `kept~f.ID.CHECK`. Returns
  /// `nil` for any other name, and for the name of a password or file.
  ///
  /// The script sends all inputs whose names don't begin with `~`.
  package static func parse(carried name: String) -> FieldName? {
    let prefix = "kept".utf8
    guard name.utf8.starts(with: prefix),
      let name = parse(Substring(name.utf8.dropFirst(prefix.count))),
      name.check != FieldCheck.secret, name.check != FieldCheck.file
    else { return nil }
    return name
  }
}
