import Synchronization

/// How new a session's contents in memory are, compared to the store.
///
/// Servers can share a store. If another server changes the session, the contents of this server's memory are old. They
/// aren't shown to a browser that has seen the change. See ``SeenVersion``.
final class SessionVersion: Sendable {
  private struct State {
    /// The version of the contents in memory, or `nil` if the session was neither loaded nor stored. It's 0 if the
    /// session wasn't in the store.
    var held: UInt64?
    /// The latest version that the store has reported.
    var latest: UInt64 = 0
    /// The latest version that a browser has claimed to have seen, and that the store didn't have. A store can lose its
    /// latest changes in a crash.
    var refuted: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The latest version that the store has reported, or 0 if it doesn't count versions.
  var latest: UInt64 { state.withLock(\.latest) }

  /// Records the version of a session whose values or scenes were loaded, or 0 if it isn't stored.
  ///
  /// If there was nothing in memory before, its contents have this version. Otherwise, other contents may be older.
  func noteLoaded(_ version: UInt64?) {
    guard let version else { return }
    state.withLock { state in
      if state.held == nil { state.held = version }
      state.latest = max(state.latest, version)
    }
  }

  /// Records the version after a change of this server. If another server has changed the session since the last change,
  /// the contents in memory stay old.
  func noteCommitted(_ version: UInt64?) {
    guard let version else { return }
    state.withLock { state in
      if version == (state.held ?? 0) + 1 { state.held = version }
      state.latest = max(state.latest, version)
    }
  }

  /// Records that the contents in memory were compared with the store at a version.
  /// - Parameters:
  ///   - version: The version in the store, or `nil` if the session isn't stored.
  ///   - latest: The ``latest`` version before the store was read.
  ///   - seen: The version that the browser has seen.
  func noteCompared(_ version: UInt64?, latest: UInt64, seen: UInt64) {
    state.withLock { state in
      let held = max(state.held ?? 0, version ?? 0)
      state.held = held
      // Unless another version has been reported in the meantime, the store no longer has the latest one.
      if held < latest, state.latest == latest { state.latest = held }
      if held < seen { state.refuted = max(state.refuted, seen) }
    }
  }

  /// Returns whether the contents in memory may be older than what a browser has seen.
  ///
  /// A session without contents isn't, because they're loaded when they're needed.
  func isBehind(_ seen: UInt64) -> Bool {
    state.withLock { state in
      guard let held = state.held else { return false }
      return held < state.latest || held < seen && state.refuted < seen
    }
  }
}
