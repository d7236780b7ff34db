import CairnApplications
import CairnDependencies
import CairnFeatures
import CairnScreens
import CairnSecurity
import CairnSessions
import Logging

extension PageResponder {
  /// Returns the session of a visitor, and creates it if it isn't in memory.
  func session(of visitor: Visitor) -> Session {
    sessions.session(for: visitor.id) { makeSession(of: visitor) }
  }

  /// Creates the session of a visitor without adding it to the sessions in memory.
  func makeSession(of visitor: Visitor) -> Session {
    Session(
      SessionIdentity(visitor.name, cookie: cookie),
      from: visitor.address.map { StoredSession.Client($0, key: clientKey) },
      limit: liveScenes, keeper: keeper, log: valueLog, languages: visitor.languages,
      onEviction: { [weak self] in self?.forget($0, of: $1) })
  }

  /// Stores which sessions were used since the last call.
  func storeUses() {
    for session in sessions.all { keeper.storeUse(of: session) }
  }

  /// Creates a scene of a session with an ID, and runs a closure with it before other work can use it.
  ///
  /// If the session has a scene with that ID in memory, returns `false` without running the closure.
  func beginScene(
    of mount: Mount, _ session: Session, for request: RequestSource, sceneID: StoredScene.Mark,
    _ body: (borrowing SceneAccess) -> Void
  ) -> Bool {
    let scene = makeScene(
      of: mount, session, for: request, SceneRecord(sceneID: sceneID, values: session.values),
      // The scene's lease is this server's as soon as the scene is stored.
      under: leases?.term(of: session.id))
    return scene.withLock { access in
      guard session.add(scene).scene === scene else { return false }
      body(access)
      return true
    }
  }

  /// Creates a scene of a session with a new random ID, and runs a closure with it before other work can use it.
  func beginScene(
    of mount: Mount, _ session: Session, for request: RequestSource,
    _ body: (borrowing SceneAccess) -> Void
  ) {
    while !beginScene(
      of: mount, session, for: request, sceneID: StoredScene.Mark(known: RandomToken.sceneID()),
      body)
    {}
  }

  /// Restores a scene from the store.
  ///
  /// If the scene's work begins again, the store first counts that. If the work ends the process, it therefore can't
  /// begin more often than its limit. Other requests for the scene wait in the meantime.
  /// - Parameters:
  ///   - lease: The scene's lease, or `nil` if the store has no leases.
  ///   - onward: Where the work continues if it had to wait.
  ///   - completion: Called before the call returns, or through `onward`.
  func restoreScene(
    _ stored: StoredScene, of session: Session, for request: RequestSource, under lease: Lease?,
    _ onward: @escaping Workload.Onward, completion: @escaping @Sendable (SceneRestoration) -> Void
  ) {
    guard let snapshot = snapshot(of: stored, under: lease),
      let mount = mounts.first(where: { $0.path == snapshot.mount })
    else {
      logger.notice(
        "Can't restore \(stored): it has an unknown version, or its application is no longer served"
      )
      return completion(.unreadable)
    }
    guard let begun = snapshot.begun else {
      return completion(
        .scene(addScene(of: mount, session, for: request, from: snapshot, stored, under: lease)))
    }
    let turn = session.beginRestoring(stored.mark) { result in onward { completion(result) } }
    switch turn {
    case .use(let scene): completion(.scene(scene))
    case .wait: break
    case .restore:
      keeper.store(begun, replacing: stored, of: session.values) { [self] result in
        // The completion is called under a lock, which must not be held while the scene is locked.
        onward { [self] in
          let restoration: SceneRestoration
          switch result {
          case .success(.committed(let evictions, _)):
            var counted = stored
            counted.revision += 1
            // This is how often the work had begun before, so it's counted again in memory.
            let snapshot = self.snapshot(of: stored, under: lease)
            restoration = .scene(
              addScene(of: mount, session, for: request, from: snapshot, counted, under: lease))
            forget(evictions, of: session)
          // The session has ended, so loading the scene again wouldn't find it.
          case .success where session.mailbox.isClosed: restoration = .unreadable
          case .success: restoration = .outdated
          case .failure: restoration = .failed
          }
          session.endRestoring(stored.mark, with: restoration)
          completion(restoration)
        }
      }
    }
  }

  /// Returns the snapshot of a stored scene, or `nil` if it can't be read.
  ///
  /// If another server has passed the scene on, its effects don't count as interrupted by the end of a process.
  private func snapshot(of stored: StoredScene, under lease: Lease?) -> SceneSnapshot? {
    var snapshot = SceneSnapshot(encoded: stored.payload)
    if lease?.isPassed == true { snapshot?.effectsEnded() }
    return snapshot
  }

  /// Adds a scene from a snapshot to its session, and continues with its interrupted effects before other work can use
  /// it. Returns the scene to use, which another request may have restored first.
  private func addScene(
    of mount: Mount, _ session: Session, for request: RequestSource, from snapshot: SceneSnapshot?,
    _ stored: StoredScene, under lease: Lease?
  ) -> LiveScene {
    let record = SceneRecord(
      sceneID: stored.mark, values: session.values, revision: stored.revision)
    let scene = makeScene(
      of: mount, session, for: request, record, under: lease?.term, from: snapshot,
      size: stored.payload.count)
    return scene.performAsEffect { access in
      let (scene, isAdded) = session.add(scene)
      // The effects of a session that has ended don't continue.
      if isAdded { access.scene.resumeEffects() }
      return scene
    }
  }

  /// Creates a scene of a session without adding it to the session.
  private func makeScene(
    of mount: Mount, _ session: Session, for request: RequestSource, _ record: SceneRecord,
    under term: LeaseTerm?, from snapshot: SceneSnapshot? = nil, size: Int = 0
  ) -> LiveScene {
    let sceneSession = SceneSession(session, registrar: registrar)
    let scene = LiveScene(
      mount: mount, record: record,
      dependencies: dependencies(
        session.values.storage, BrowserSession(sceneSession), session.languages, for: request),
      session: sceneSession, under: term, from: snapshot, size: size, recorder: recorder
    ) { [self, weak session] event, access in
      if let session { handle(event, of: access, in: session) }
    }
    sceneSession.setScene(scene)
    return scene
  }

  /// Removes a scene from memory that differs from the stored one.
  func drop(_ scene: LiveScene, of session: Session) {
    session.remove(scene)
    scene.end()
  }

  /// Removes sessions and scenes from memory that the store has evicted.
  func forget(_ evictions: EvictionReport, of session: Session) {
    registrar.forget(evictions, of: session)
  }

  /// Stores and pushes changes to a scene that aren't part of a submission.
  private func handle(
    _ event: SceneEvent, of access: borrowing SceneAccess, in session: Session
  ) {
    switch event {
    case .encoded(let size): liveScenes.note(access, payload: size)
    case .redrawn: pushSoon(access, of: session)
    case .mayContinue:
      guard continueForm(on: access, after: .effect) != .waits else { return }
      access.report(.changed)
      access.report(.redrawn)
    case .ended:
      guard access.scene.browser.shown != nil, let sceneID = access.live.sceneID else { return }
      for stream in session.streams { stream.send(staleSceneWith: sceneID) }
    case .changed:
      keeper.storeChange(of: access) { [self, weak session, weak scene = access.live] outcome in
        guard let session else { return }
        switch outcome {
        case .stored(let evictions): forget(evictions, of: session)
        case .conflict: if let scene { drop(scene, of: session) }
        default: break
        }
      }
    }
  }
}
