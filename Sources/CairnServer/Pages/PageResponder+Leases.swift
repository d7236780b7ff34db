import CairnDependencies
import CairnScreens
import CairnSecurity
import CairnSessions
import CairnViews
import Synchronization

/// Servers that share a store with leases. A scene is in the memory of only one of them.
extension PageResponder {
  /// How a request has found its scene in the store.
  enum SceneFinding {
    /// This server has the scene's lease. As long as the claim isn't released, the scene stays on this server.
    case claimed(SceneClaim)
    /// Another server runs the scene.
    case elsewhere
    /// The store has no leases, or the request is for no scene.
    case unleased

    var claim: SceneClaim? {
      if case .claimed(let claim) = self { claim } else { nil }
    }
  }

  /// Finds a scene and the result of a submission in the store, after this server has got the scene's lease.
  ///
  /// The server that had the lease stores the scene first.
  /// - Parameters:
  ///   - onlyIfFree: Whether another server that runs the scene keeps the lease.
  ///   - onward: Where the work continues if it had to wait.
  ///   - completion: Called with the result.
  func find(
    _ query: SessionQuery, claimingOnlyIfFree onlyIfFree: Bool = false,
    _ onward: @escaping Workload.Onward, in trace: RequestTrace? = nil,
    completion:
      @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>, SceneFinding) -> Void
  ) {
    guard let leases, let sceneID = query.mark else {
      return keeper.find(query, onward, in: trace) { completion($0, .unleased) }
    }
    let scene = LeasedScene(session: query.session, sceneID: sceneID)
    claims.begin(scene)
    let proceed = { @Sendable [self] (result: Result<Lease?, SessionStoreError>) in
      // The thread that has got the lease has other work to do.
      onward { [self] in
        switch result {
        case .success(let lease?):
          let claim = SceneClaim(scene, lease, in: claims)
          keeper.find(query, onward, in: trace) { completion($0, .claimed(claim)) }
        case .success(nil):
          claims.end(scene)
          keeper.find(query, onward, in: trace) { completion($0, .elsewhere) }
        case .failure(let error):
          claims.end(scene)
          completion(.failure(error), .unleased)
        }
      }
    }
    if onlyIfFree {
      leases.claimIfFree(scene, completion: proceed)
    } else {
      leases.claim(scene) { proceed($0.map { $0 }) }
    }
  }

  /// Returns a scene that another server runs, only to show it. It has no effects, changes nothing, and isn't in the
  /// memory of its session.
  ///
  /// - Returns: The scene, or `nil` if only a server that runs it can show it, because its state isn't stored completely
  ///   or something must happen first. For example, a view appears for the first time.
  func sceneElsewhere(
    _ stored: StoredScene, of session: Session, for request: RequestSource
  ) -> LiveScene? {
    guard var snapshot = SceneSnapshot(encoded: stored.payload),
      let mount = mounts.first(where: { $0.path == snapshot.mount })
    else { return nil }
    let work = snapshot.work ?? .idle
    // The effects aren't interrupted.
    snapshot.interruptions = []
    snapshot.resumptions = []
    let record = SceneRecord(
      sceneID: stored.mark, values: session.values, revision: stored.revision)
    let scene = makeScene(
      of: mount, session, for: request, record, from: snapshot, size: stored.payload.count,
      runsElsewhere: true)
    let isComplete = scene.withLock { access in
      let (live, scene) = (access.live, access.scene)
      scene.workElsewhere = work
      guard !live.hasUnstoredState, scene.durable == snapshot,
        scene.page.location().url == snapshot.location, !scene.openRequested()
      else { return false }
      return work.covers(
        scene.collect().summary.appearances, appeared: snapshot.appeared,
        isConnected: session.hasStreams)
    }
    return isComplete ? scene : nil
  }

  /// Gives up the lease of a scene that leaves memory, as soon as its effects have ended. Its work continues with the
  /// next request, on any server.
  func giveUpLease(of access: borrowing SceneAccess, in session: Session) {
    guard let leases, !isLeaving.load(ordering: .relaxed),
      let sceneID = access.live.record?.sceneID
    else { return }
    let scene = LeasedScene(session: session.id, sceneID: sceneID)
    access.live.isolation.whenEffectsEnd { leases.giveUp(scene) }
  }

  /// Removes all sessions from memory, and gives up all leases.
  func leave() {
    isLeaving.store(true, ordering: .relaxed)
    sessions.removeAll()
    leases?.leave()
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

  func isUsing(_ scene: LeasedScene) -> Bool {
    claims.contains(scene)
      || sessions.peek(SessionID(bits: scene.session.bits))?.isRunning(scene.sceneID) == true
  }

  func endOverdueScenes() {
    for session in sessions.all { session.endOverdueScenes() }
  }
}
