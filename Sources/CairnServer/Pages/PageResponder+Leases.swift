import CairnSecurity
import CairnSessions

/// Servers that share a store with leases. A scene is in the memory of only one of them.
extension PageResponder {
  /// Finds a scene and the result of a submission in the store, after this server has got the scene's lease.
  ///
  /// The server that had the lease stores the scene first.
  /// - Parameters:
  ///   - onward: Where the work continues if it had to wait.
  ///   - completion: Called with the result. As long as the claim isn't released, the scene stays on this server.
  func find(
    _ query: SessionQuery, _ onward: @escaping Workload.Onward, in trace: RequestTrace? = nil,
    completion:
      @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>, SceneClaim?) -> Void
  ) {
    guard let leases, let sceneID = query.mark else {
      return keeper.find(query, onward, in: trace) { completion($0, nil) }
    }
    let scene = LeasedScene(session: query.session, sceneID: sceneID)
    claims.begin(scene)
    leases.claim(scene) { [self] result in
      // The thread that has got the lease has other work to do.
      onward { [self] in
        switch result {
        case .success(let lease):
          let claim = SceneClaim(scene, lease, in: claims)
          keeper.find(query, onward, in: trace) { completion($0, claim) }
        case .failure(let error):
          claims.end(scene)
          completion(.failure(error), nil)
        }
      }
    }
  }
}

extension PageResponder: SceneRunner {
  func endWork(of scene: LeasedScene, completion: @escaping @Sendable (_ hasEnded: Bool) -> Void) {
    guard !claims.contains(scene) else { return completion(false) }
    guard let session = sessions.peek(SessionID(bits: scene.session.bits)) else {
      return completion(true)
    }
    session.endScene(scene.sceneID, completion: completion)
  }

  func endOverdueScenes() {
    for session in sessions.all { session.endOverdueScenes() }
  }
}
