import Synchronization

/// The replies that a daemon's connections wait for, which can be answered when it stops.
final class PendingReplies: Sendable {
  private struct State {
    var isClosed = false
    var replies: [ObjectIdentifier: PendingReply] = [:]
  }
  private let state = Mutex(State())

  /// Tracks a reply.
  ///
  /// - Returns: Whether the reply is tracked. It isn't after ``close()``.
  func insert(_ reply: PendingReply) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.replies[ObjectIdentifier(reply)] = reply
      return true
    }
  }

  func remove(_ reply: PendingReply) {
    state.withLock { _ = $0.replies.removeValue(forKey: ObjectIdentifier(reply)) }
  }

  /// Stops accepting replies, and returns those in progress.
  func close() -> [PendingReply] {
    state.withLock { state in
      state.isClosed = true
      return Array(state.replies.values)
    }
  }
}
