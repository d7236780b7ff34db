/// The contents of a session's cookie, which are the session's current and first IDs.
package struct SessionName: Hashable, Sendable {
  package let id: SessionID
  /// The first ID of the session. Pages are signed for it, so that pages in other tabs stay valid when the session is
  /// renewed.
  package let lineage: SessionID

  /// Creates the name of a session that has its first ID.
  package init(_ id: SessionID) {
    self.init(id: id, lineage: id)
  }

  package init(id: SessionID, lineage: SessionID) {
    self.id = id
    self.lineage = lineage
  }

  /// Returns the name of a new session.
  package static func random() -> SessionName { SessionName(.random()) }

  /// Returns the name of this session with another ID.
  ///
  /// - Parameter id: An unguessable ID. The new ID has its first 14 bytes. The last two bytes of the current ID remain,
  ///   so that the session stays in its shard. See `StoredSession.ID.shardKey`.
  package func renewed(as id: SessionID) -> SessionName {
    let shardKey = UInt128(UInt16.max)
    let bits = id.bits & ~shardKey | self.id.bits & shardKey
    return SessionName(id: SessionID(bits: bits), lineage: lineage)
  }

  /// The possible numbers of bytes of a name, which has one or two IDs.
  package static let lengths = [SessionID.length, 2 * SessionID.length]

  /// The ID, followed by the first ID if it differs.
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
