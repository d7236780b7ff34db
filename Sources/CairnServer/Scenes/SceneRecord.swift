import CairnSecurity
import CairnSessions
import Synchronization

/// Tracks how much of a scene is stored.
///
/// A store commits changes in the order in which it receives them. A change can therefore be passed to the store while
/// the previous one is still in progress.
final class SceneRecord: Sendable {
  private struct State {
    /// The scene's revision in the store, or `nil` if it isn't stored.
    var committed: UInt64?
    /// The revision in the store after all pending writes are committed.
    var handedIn: UInt64?
    /// Whether the scene must be written even if it hasn't changed, because a write failed or it was never written.
    var isDue = true
    /// The number of writes in progress.
    var underWay = 0
    /// Whether the scene has changed since then, and waits until the writes in progress are done.
    var isWaiting = false
    /// Whether the scene has changes that weren't committed and won't be.
    var isLost = false
  }

  let sceneID: StoredScene.Mark
  /// The values that the scenes of the session share.
  let values: SessionValues
  private let state: Mutex<State>

  /// - Parameter revision: The revision in the store, or `nil` for a new scene.
  init(
    sceneID: StoredScene.Mark, values: SessionValues, revision: UInt64? = nil
  ) {
    self.sceneID = sceneID
    self.values = values
    state = Mutex(State(committed: revision, handedIn: revision, isDue: revision == nil))
  }

  /// Whether the scene is in the store.
  var isStored: Bool { state.withLock { $0.committed != nil } }

  /// Whether the scene has changes that weren't committed and won't be. Until the scene ends, other requests must not
  /// build on these changes.
  var isLost: Bool { state.withLock(\.isLost) }

  /// Returns whether no other server has changed or removed the scene.
  ///
  /// Revisions only grow. A lower one was read before the latest changes here were stored.
  /// - Parameter stored: The scenes in the store. They were read when this scene was stored already.
  func isCurrent(in stored: [SceneSummary]) -> Bool {
    guard let revision = stored.first(where: { $0.mark == sceneID })?.revision else { return false }
    return isCurrent(at: revision)
  }

  /// Returns whether the scene is at least as new as a stored revision.
  func isCurrent(at revision: UInt64) -> Bool {
    state.withLock { revision <= max($0.committed ?? 0, $0.handedIn ?? 0) }
  }

  /// Records that the scene differs from the stored one, and that this won't change.
  func lose() {
    state.withLock { $0.isLost = true }
  }

  /// Whether all changes that were passed to the store are committed.
  var isSettled: Bool {
    state.withLock { $0.underWay == 0 && !$0.isDue }
  }

  /// Prepares the next write.
  /// - Returns: The write, or `nil` if the store is up to date.
  func write(isChanged: Bool, payload: () throws -> [UInt8]) rethrows -> SceneWrite? {
    guard isChanged || state.withLock(\.isDue) else { return nil }
    let payload = try payload()
    return state.withLock { state in
      // Two scenes that use the same ID, one after the other, must have different revisions.
      let revision = (state.handedIn ?? IssueClock.next()) + 1
      defer { state.handedIn = revision }
      state.isDue = false
      state.underWay += 1
      state.isWaiting = false
      return SceneWrite(
        mark: sceneID, replacing: state.handedIn, revision: revision, payload: payload)
    }
  }

  /// Returns whether a write that no request waits for must wait for the writes in progress.
  func mustWait() -> Bool {
    state.withLock { state in
      state.isWaiting = state.underWay > 0
      return state.isWaiting
    }
  }

  /// Records that a write was committed. Returns whether a change has waited for this.
  func committed(_ write: SceneWrite) -> Bool {
    state.withLock { state in
      state.underWay -= 1
      state.committed = write.revision
      return state.underWay == 0 && state.isWaiting
    }
  }

  /// Records that a write failed, so that its changes are written again.
  func failed() {
    state.withLock { state in
      state.underWay -= 1
      state.handedIn = state.committed
      state.isDue = true
    }
  }
}
