import CairnReducers
import Synchronization

/// A browser's scenes, and what it submitted lately.
///
/// Its lock may be taken by who holds a scene's, never the other way round.
final class Session: Sendable {
  /// What became of a submission: the URL to go to.
  typealias Answer = String

  /// Who waits for the answer to a submission that is being worked on.
  typealias Waiter = @Sendable (Answer) -> Void

  struct State: Sendable {
    var ring = NonceRing<Answer, Waiter>()
    /// In the order of their last use.
    var scenes: [LiveScene] = []
    /// How many submissions are being worked on.
    var working = 0
    var isEnded = false
  }

  /// The most scenes of a session; beyond it the one that was not used for the longest time goes.
  static let sceneLimit = 32

  let state = Mutex(State())

  /// What its scenes share.
  let storage = SessionStorage()
  /// The value of the cookie that brings the session's id.
  let cookie: String

  init(cookie: String) {
    self.cookie = cookie
  }

  /// Whether a submission is being worked on.
  var isBusy: Bool { state.withLock { $0.working > 0 } }

  /// The scene with a mark.
  func scene(_ mark: String) -> LiveScene? {
    state.withLock { state in
      guard let index = state.scenes.lastIndex(where: { $0.mark == mark }) else { return nil }
      let scene = state.scenes[index]
      if index < state.scenes.count - 1 {
        state.scenes.remove(at: index)
        state.scenes.append(scene)
      }
      return scene
    }
  }

  /// Keeps a scene that was born. Not to be called under the lock of any scene.
  func add(_ scene: LiveScene) {
    let gone: LiveScene? = state.withLock { state in
      guard !state.isEnded else { return scene }
      state.scenes.append(scene)
      return state.scenes.count > Self.sceneLimit ? state.scenes.removeFirst() : nil
    }
    gone?.end()
  }

  /// Ends all work of the session, which is gone. Not to be called under the lock of any scene.
  func end() {
    let scenes = state.withLock { state in
      state.isEnded = true
      defer { state.scenes = [] }
      return state.scenes
    }
    for scene in scenes { scene.end() }
  }
}
