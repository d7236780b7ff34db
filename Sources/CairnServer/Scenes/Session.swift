import Synchronization

/// A browser's scenes, and what it submitted lately.
final class Session: Sendable {
  /// What became of a submission.
  enum Answer: Sendable {
    case redirect(String)
  }

  /// Who waits for the answer to a submission that is being worked on.
  typealias Waiter = @Sendable (Answer?) -> Void

  struct State: Sendable {
    var ring = NonceRing<Answer, Waiter>()
    /// In the order of their last use.
    var scenes: [LiveScene] = []
  }

  /// The most scenes of a session; beyond it the one that was not used for the longest time goes.
  static let sceneLimit = 32

  let state = Mutex(State())

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

  /// Keeps a scene that was born.
  func add(_ scene: LiveScene) {
    state.withLock { state in
      if state.scenes.count >= Self.sceneLimit { state.scenes.removeFirst() }
      state.scenes.append(scene)
    }
  }
}
