import CairnSessions
import Synchronization

/// How far a scene is stored.
///
/// A store commits what it is handed in that order, so a change may be handed in while the one before
/// is still on its way.
final class SceneRecord: Sendable {
  private struct State {
    /// The scene's revision in the store; nil for none.
    var committed: UInt64?
    /// The same, when all is committed that was handed in.
    var handedIn: UInt64?
    /// The scene's changes that were handed in.
    var changes: UInt64?
    /// How many writes are on their way.
    var underWay = 0
    /// Whether the scene has changed meanwhile, and waits for the way to be free.
    var isWaiting = false
    /// Whether the scene has something that was not committed and is not to be.
    var isLost = false
  }

  let mark: StoredScene.Mark
  /// What the scenes of the session share.
  let values: SessionValues
  private let state: Mutex<State>

  /// - Parameter revision: The revision in the store; nil for a scene that is born.
  init(
    mark: StoredScene.Mark, values: SessionValues, revision: UInt64? = nil
  ) {
    self.mark = mark
    self.values = values
    state = Mutex(State(committed: revision, handedIn: revision))
  }

  /// Whether the store has the scene.
  var isStored: Bool { state.withLock { $0.committed != nil } }

  /// Says that the scene with these changes is what is stored.
  func isStored(as changes: UInt64) {
    state.withLock { $0.changes = changes }
  }

  /// Whether the scene has something that was not committed and is not to be: who comes to it before
  /// it ends must not build on that.
  var isLost: Bool { state.withLock(\.isLost) }

  /// Says that the scene is not what is stored, and will not be.
  func lose() {
    state.withLock { $0.isLost = true }
  }

  /// Whether all is committed.
  func isSettled(at changes: UInt64) -> Bool {
    state.withLock { $0.underWay == 0 && $0.changes == changes }
  }

  /// Takes a place for a write; nil where nothing has changed since the last one.
  func write(_ changes: UInt64, payload: () throws -> [UInt8]) rethrows -> SceneWrite? {
    guard state.withLock({ $0.changes != changes }) else { return nil }
    let payload = try payload()
    return state.withLock { state in
      // Of two scenes that had a mark one after the other, nobody takes the later for the earlier.
      let revision = (state.handedIn ?? IssueClock.next()) + 1
      defer { state.handedIn = revision }
      state.changes = changes
      state.underWay += 1
      state.isWaiting = false
      return SceneWrite(
        mark: mark, replacing: state.handedIn, revision: revision, payload: payload)
    }
  }

  /// Whether a write that nobody waits for has to wait until the way is free.
  func mustWait() -> Bool {
    state.withLock { state in
      state.isWaiting = state.underWay > 0
      return state.isWaiting
    }
  }

  /// Says that a write is committed; answers whether a change waits for the way that is free now.
  func committed(_ write: SceneWrite) -> Bool {
    state.withLock { state in
      state.underWay -= 1
      state.committed = write.revision
      return state.underWay == 0 && state.isWaiting
    }
  }

  /// Says that a write was not committed: what it had is to be written again.
  func failed() {
    state.withLock { state in
      state.underWay -= 1
      state.handedIn = state.committed
      state.changes = nil
    }
  }
}
