import CairnSessions

/// The announcements of sessions that a test listens to.
final class Announcements {
  private let continuation: AsyncStream<SessionAnnouncement>.Continuation
  private var iterator: AsyncStream<SessionAnnouncement>.Iterator

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: SessionAnnouncement.self)
    self.continuation = continuation
    iterator = stream.makeAsyncIterator()
  }

  func listen(to session: StoredSession.ID, in store: any SessionStore) -> SessionListening? {
    store.listen(to: session) { [continuation] in continuation.yield($0) }
  }

  /// Waits for the next announcement.
  func next() async -> SessionAnnouncement? { await iterator.next() }
}

extension SessionAnnouncement {
  /// The announcement of a transaction that `SessionTransaction.init(_:revision:size:)` has created.
  static func change(of session: Int, to revision: UInt64) -> SessionAnnouncement {
    .changed(
      SessionChange(
        version: revision,
        contents: SessionChange.Contents(SessionTransaction(session, revision: revision))))
  }
}
