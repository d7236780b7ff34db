import CairnSessions
import Synchronization

extension Session {
  /// What a request that has loaded a scene does next.
  enum RestoringTurn {
    /// It restores the scene.
    case restore
    /// It uses the scene that's in memory.
    case use(LiveScene)
    /// It waits until another request has restored the scene.
    case wait
  }

  /// Begins to restore a scene, unless it's in memory or another request is restoring it.
  /// - Parameter waiter: Called with the result of the other request.
  func beginRestoring(
    _ sceneID: StoredScene.Mark, orAfterward waiter: @escaping RestorationWaiter
  ) -> RestoringTurn {
    endOverdueScenes()
    return state.withLock { state in
      if let scene = state.scenes.first(where: { $0.record?.sceneID == sceneID }) {
        return .use(scene)
      }
      guard state.restoring[sceneID] == nil else {
        state.restoring[sceneID]?.append(waiter)
        return .wait
      }
      state.restoring[sceneID] = []
      return .restore
    }
  }

  /// Records that a scene was restored, or couldn't be.
  func endRestoring(_ sceneID: StoredScene.Mark, with result: SceneRestoration) {
    let waiting = state.withLock { $0.restoring.removeValue(forKey: sceneID) } ?? []
    for waiter in waiting { waiter(result) }
  }
}
