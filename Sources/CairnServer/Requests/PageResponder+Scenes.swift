import CairnDependencies
import CairnScreens
import CairnSessions
import Dispatch
import Logging

extension PageResponder {
  /// How often a scene is woken for one request, where others make it go before its turn comes.
  static var wakingLimit: Int { 8 }

  /// The session of a visitor, which is made where none is in memory.
  func session(of visitor: Visitor) -> Session {
    sessions.session(for: visitor.id) {
      Session(
        SessionIdentity(visitor.name, cookie: cookie, key: identityKey),
        from: visitor.address.map { StoredSession.Client($0, key: clientKey) },
        limit: liveScenes, keeper: keeper, log: valueLog,
        onEviction: { [weak self] in self?.forget($0, of: $1) })
    }
  }

  /// Tells the store which sessions were used since the last call.
  func storeUses() {
    for session in sessions.all { keeper.storeUse(of: session) }
  }

  /// Begins a scene of a session, from its application, and does something with it before anybody
  /// else can; nothing where there is one with that mark, and then it answers false.
  func beginScene(
    of mount: Mount, _ session: Session, mark: StoredScene.Mark, _ body: (LiveScene) -> Void
  ) -> Bool {
    let scene = makeScene(of: mount, session, SceneRecord(mark: mark, values: session.values))
    return scene.withLock { scene in
      guard session.add(scene) === scene else { return false }
      body(scene)
      return true
    }
  }

  /// The same, with a mark that nobody knows.
  func beginScene(of mount: Mount, _ session: Session, _ body: (LiveScene) -> Void) {
    while !beginScene(
      of: mount, session, mark: StoredScene.Mark(known: RandomToken.mark()), body)
    {}
  }

  /// A scene that goes on where it was stored; nil where what is stored can not be read.
  func wake(_ stored: StoredScene, of session: Session) -> LiveScene? {
    guard let snapshot = SceneSnapshot(encoded: stored.payload),
      let mount = mounts.first(where: { $0.prefix.path == snapshot.mount })
    else {
      logger.notice(
        "\(stored) is of another version, or of an application that is not served any more")
      return nil
    }
    let record = SceneRecord(
      mark: stored.mark, values: session.values, revision: stored.revision)
    let scene = makeScene(of: mount, session, record)
    scene.wake(as: snapshot, size: stored.payload.count)
    return session.add(scene)
  }

  /// A scene of a session, which is not among the others yet.
  private func makeScene(
    of mount: Mount, _ session: Session, _ record: SceneRecord
  ) -> LiveScene {
    let sceneSession = SceneSession(session, registrar: registrar)
    let scene = LiveScene(
      mount: mount, record: record,
      dependencies: dependencies(session.values.storage, BrowserSession(sceneSession)),
      session: sceneSession, recordingLimit: recordingLimit)
    watch(scene, of: session)
    return scene
  }

  /// Lets go of a scene that is not what is stored.
  func drop(_ scene: LiveScene, of session: Session) {
    session.remove(scene)
    // Once the lock is free.
    DispatchQueue.global().async { scene.end() }
  }

  /// Lets go of what the store has let go of.
  func forget(_ evictions: Evictions, of session: Session) {
    registrar.forget(evictions, of: session)
  }

  /// Stores what the scene becomes by itself.
  private func watch(_ scene: LiveScene, of session: Session) {
    scene.onStore = { [liveScenes, weak scene] in
      if let scene { liveScenes.note(scene, payload: $0) }
    }
    scene.onPush = { [self, weak scene, weak session] in
      if let scene, let session { pushSoon(scene, of: session) }
    }
    scene.onGone = { [weak scene, weak session] in
      guard let scene, scene.shown != nil, let mark = scene.mark else { return }
      for stream in session?.streams ?? [] { stream.send(staleSceneWith: mark) }
    }
    scene.onChange = { [self, weak scene, weak session] in
      guard let scene else { return }
      keeper.storeChange(of: scene) { [self, weak scene, weak session] outcome in
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
