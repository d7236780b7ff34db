import CairnSessions

extension SessionStoreCheck {
  static let announcements = [
    SessionStoreCheck("A store that announces changes announces each of them, and the end") {
      checked in
      guard let announcements = await Announcements(of: 1, in: checked) else { return }
      for transaction in [
        SessionTransaction(1, at: 1).writing("a").answering(.test(nonce: 1), "done"),
        SessionTransaction(1, at: 2).writingValues().touching("a"),
        SessionTransaction(1, at: 3).touching("a").answering(.test(nonce: 2), "done"),
        SessionTransaction(1, at: 4).removing("a").owned(by: "Blob"),
        // This one isn't announced, because it changes nothing.
        SessionTransaction(1, at: 5),
      ] {
        let version = try await checked.store.commit(transaction).version
        guard transaction.changesSession else { continue }
        let announcement = await announcements.next()
        checked.expect(
          announcement,
          equals: .changed(
            SessionChange(version: version ?? 0, contents: SessionChange.Contents(transaction))),
          "the announcement")
      }
      try await checked.commit(SessionTransaction(1, at: 6).renaming(to: 2))
      let renamed = await announcements.next()
      checked.expect(renamed, equals: .ended, "the announcement of another ID")
      guard let others = await Announcements(of: 2, in: checked) else { return }
      try await checked.store.removeSession(.test(2))
      let removed = await others.next()
      checked.expect(removed, equals: .ended, "the announcement of a removal")
    }
  ]
}

/// The announcements of a session.
private final class Announcements {
  private var iterator: AsyncStream<SessionAnnouncement>.Iterator
  private let listening: SessionListening

  /// Returns when the store announces changes, or returns `nil` if it doesn't.
  init?(of session: Int, in checked: CheckedStore) async {
    let (stream, continuation) = AsyncStream.makeStream(of: SessionAnnouncement.self)
    guard
      let listening = checked.store.listen(
        to: .test(session), onAnnouncement: { continuation.yield($0) })
    else { return nil }
    self.listening = listening
    iterator = stream.makeAsyncIterator()
    while let announcement = await iterator.next(), announcement != .began {}
  }

  /// Returns the next announcement of a change or of the end.
  func next() async -> SessionAnnouncement? {
    while let announcement = await iterator.next() {
      if announcement != .began { return announcement }
    }
    return nil
  }
}
