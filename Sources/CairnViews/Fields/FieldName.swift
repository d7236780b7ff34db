/// The name of a field on the wire: `~f.ID.CHECK`.
package struct FieldName: Equatable, Sendable {
  /// The place of the field.
  package let id: UInt64
  /// The hash of the value that the field was written with; see ``FieldCheck``.
  package let check: UInt64

  package init(id: UInt64, check: UInt64) {
    self.id = id
    self.check = check
  }

  /// The parts of `name`; nil where it is no field's name.
  package static func parse(_ name: some StringProtocol) -> FieldName? {
    guard name.utf8.count == 36, name.hasPrefix("~f.") else { return nil }
    let parts = name.dropFirst(3).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = Hex.parse(parts[0]), let check = Hex.parse(parts[1]) else {
      return nil
    }
    return FieldName(id: id, check: check)
  }
}
