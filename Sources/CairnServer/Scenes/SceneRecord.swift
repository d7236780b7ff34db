import CairnSecurity
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
    /// Whether the scene has to be written although it hasn't changed, because a write failed.
    var isDue = true
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
    state = Mutex(State(committed: revision, handedIn: revision, isDue: revision == nil))
  }

  /// Whether the store has the scene.
  var isStored: Bool { state.withLock { $0.committed != nil } }

  /// Whether the scene has something that was not committed and is not to be: who comes to it before
  /// it ends must not build on that.
  var isLost: Bool { state.withLock(\.isLost) }

  /// Says that the scene is not what is stored, and will not be.
  func lose() {
    state.withLock { $0.isLost = true }
  }

  /// Whether everything is committed that was handed in.
  var isSettled: Bool {
    state.withLock { $0.underWay == 0 && !$0.isDue }
  }

  /// Takes a place for a write.
  /// - Parameters:
  ///   - isChanged: Whether the scene has changed since the last write.
  ///   - payload: Encodes the scene.
  /// - Returns: The write; `nil` if there is nothing to be written.
  func write(isChanged: Bool, payload: () throws -> [UInt8]) rethrows -> SceneWrite? {
    guard isChanged || state.withLock(\.isDue) else { return nil }
    let payload = try payload()
    return state.withLock { state in
      // Different for two scenes that have an ID one after the other.
      let revision = (state.handedIn ?? IssueClock.next()) + 1
      defer { state.handedIn = revision }
      state.isDue = false
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
      state.isDue = true
    }
  }
}
