/// What a session's cookie says: its id, and the id that it had first.
package struct SessionName: Hashable, Sendable {
  package let id: SessionID
  /// The id that the session had first. Its pages are sealed for it, so that those of other tabs go on
  /// when the session is renewed.
  package let lineage: SessionID

  /// The name of a session that has its first id.
  package init(_ id: SessionID) {
    self.init(id: id, lineage: id)
  }

  package init(id: SessionID, lineage: SessionID) {
    self.id = id
    self.lineage = lineage
  }

  /// The name of a session that nothing is known of.
  package static func random() -> SessionName { SessionName(.random()) }

  /// The same session with another ID.
  package func renewed(as id: SessionID) -> SessionName { SessionName(id: id, lineage: lineage) }

  /// The number of bytes of a name: that of one id, or of two.
  package static let lengths = [SessionID.length, 2 * SessionID.length]

  /// The id, and then the lineage where that is another one.
  package var bytes: [UInt8] { id == lineage ? id.bytes : id.bytes + lineage.bytes }

  package init?(bytes: ArraySlice<UInt8>) {
    guard let id = SessionID(bytes: bytes.prefix(SessionID.length)) else { return nil }
    let rest = bytes.dropFirst(SessionID.length)
    if rest.isEmpty {
      self.init(id)
    } else {
      guard let lineage = SessionID(bytes: rest) else { return nil }
      self.init(id: id, lineage: lineage)
    }
  }
}
