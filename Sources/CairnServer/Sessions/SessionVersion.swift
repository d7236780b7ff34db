import Synchronization

/// How new a session's contents in memory are, compared to the store.
///
/// Servers can share a store. If another server changes the session, the contents of this server's memory are old. They
/// aren't shown to a browser that has seen the change. See ``SeenVersion``.
final class SessionVersion: Sendable {
  private struct State {
    /// The version of the contents in memory, or `nil` if the session was neither loaded nor stored.
    ///
    /// If the store reports a lower version, it has lost its latest changes in a crash, or it has removed the session
    /// and another one was stored with the ID. The contents are then at most as new as that version.
    var held: UInt64?
    /// The latest version that the store has reported.
    var latest: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The latest version that the store has reported, or 0 if it doesn't count versions.
  var latest: UInt64 { state.withLock(\.latest) }

  /// Records the version of a session whose values or scenes were loaded.
  ///
  /// If there was nothing in memory before, its contents have this version. Otherwise, other contents may be older.
  func noteLoaded(_ version: UInt64?) {
    guard let version else { return }
    state.withLock { state in
      state.held = min(state.held ?? version, version)
      state.latest = max(state.latest, version)
    }
  }

  /// Records the version after a change of this server. If another server has changed the session since the last change,
  /// the contents in memory stay old.
  func noteCommitted(_ version: UInt64?) {
    guard let version else { return }
    state.withLock { state in
      let held = state.held ?? 0
      state.held = version == held + 1 ? version : min(held, version)
      state.latest = max(state.latest, version)
    }
  }

  /// Records that the contents in memory were compared with the store at a version.
  func noteCompared(_ version: UInt64?) {
    guard let version else { return }
    state.withLock { $0.held = version }
  }

  /// Records that the contents in memory include a change. If they're older than the state before that change, they stay
  /// old.
  func noteApplied(_ version: UInt64) {
    state.withLock { state in
      if let held = state.held, held + 1 == version { state.held = version }
      state.latest = max(state.latest, version)
    }
  }

  /// Returns whether the contents in memory have exactly this version.
  func isHeld(_ version: UInt64) -> Bool { state.withLock { $0.held == version } }

  /// Returns whether the contents in memory may be older than what a browser has seen.
  ///
  /// A session without contents isn't, because they're loaded when they're needed.
  func isBehind(_ seen: UInt64) -> Bool {
    state.withLock { state in
      guard let held = state.held else { return false }
      return held < max(state.latest, seen)
    }
  }
}
