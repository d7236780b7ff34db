import CairnSecurity
import CairnSessions
import Dispatch
import Synchronization

/// Changes by other servers, for browsers that are connected to this one.
extension PageResponder {
  /// Follows a session in the store while its browser is connected.
  func follow(_ session: Session) {
    guard sharesStore else { return }
    let isAnnounced = session.listen { [store] in
      store.follow(session.id) { [self, weak session] news in
        if let session { note(news, of: session) }
      }
    }
    if !isAnnounced { compareSoon(session) }
  }

  /// Keeps the streams alive, and compares a part of their sessions with the store.
  ///
  /// An announcement can be lost, and some stores don't announce changes. Each session is therefore compared once in four
  /// heartbeats, which is once a minute by default. This takes one read without scenes. Even with 10,000 streams, that's
  /// fewer than 200 reads per second.
  func beat() {
    streams.beat()
    guard sharesStore else { return }
    let beat = beats.add(1, ordering: .relaxed).newValue
    for session in sessions.all
    where session.hasStreams && (Int(truncatingIfNeeded: session.id.bits) ^ beat) & 3 == 0 {
      compareSoon(session)
    }
  }

  /// Compares a session with the store, and updates the pages of its browser.
  func compareSoon(_ session: Session) { note(.began, of: session) }

  private func note(_ news: ForeignChanges.News, of session: Session) {
    guard session.followed.withLock({ $0.add(news) }) else { return }
    // The thread of the store has other announcements to pass on.
    DispatchQueue.global().async { [self] in advance(session) }
  }

  /// Carries out the next step, if there is one.
  private func advance(_ session: Session) {
    switch session.followed.withLock({ $0.next() }) {
    case .compare, .end: compare(session)
    case .apply(let changes): apply(changes, to: session)
    case nil: break
    }
  }

  private func finish(_ session: Session, _ body: (inout FollowedSession) -> Void) {
    session.followed.withLock { body(&$0) }
    advance(session)
  }

  private static let onward: Workload.Onward = { DispatchQueue.global().async(execute: $0) }

  // MARK: Steps

  /// Compares a session with the store. If changes were missed, the browser requests all of its pages that this server
  /// can't update.
  private func compare(_ session: Session) {
    find(session) { [self] loadResult in
      guard let loadResult else { return finish(session) { $0.compared(nil) } }
      let version = loadResult.version ?? 0
      let known = session.followed.withLock(\.version) ?? version
      let isMissed = version > known && (session.isListening || !session.version.isHeld(version))
      guard isMissed || session.version.isBehind(version) else {
        return finish(session) { $0.compared(version) }
      }
      // Later scenes are loaded from the store, or aren't in it yet.
      let scenes = session.storedScenes
      list(session) { [self] stored in
        guard let stored else { return finish(session) { $0.compared(nil) } }
        session.load(loadResult)
        var stale = isMissed ? Set(stored.map(\.mark)) : []
        for scene in scenes {
          guard let record = scene.record, !record.isCurrent(in: stored) else { continue }
          dropQuietly(scene, of: session)
          stale.insert(record.sceneID)
        }
        session.version.noteCompared(loadResult.version)
        update(session, stale: stale)
        finish(session) { $0.compared(version) }
      }
    }
  }

  /// Takes over the changes of other servers.
  private func apply(_ changes: FollowedSession.Changes, to session: Session) {
    for scene in session.storedScenes {
      guard let record = scene.record, let revision = changes.scenes[record.sceneID] else {
        continue
      }
      if let revision, record.isCurrent(at: revision) { continue }
      dropQuietly(scene, of: session)
    }
    let stale = Set(changes.scenes.keys).subtracting(changes.answered)
    guard changes.isShared else { return conclude(changes, of: session, stale: stale) }
    find(session) { [self] loadResult in
      guard let loadResult else { return finish(session) { $0.failed(changes) } }
      session.load(loadResult)
      list(session) { [self] stored in
        guard let stored else { return finish(session) { $0.failed(changes) } }
        let all = Set(stored.map(\.mark)).subtracting(changes.answered)
        conclude(changes, of: session, stale: stale.union(all))
      }
    }
  }

  private func conclude(
    _ changes: FollowedSession.Changes, of session: Session, stale: Set<StoredScene.Mark>
  ) {
    for version in changes.versions { session.version.noteApplied(version) }
    if changes.isShared || !stale.isEmpty { update(session, stale: stale) }
    finish(session) { $0.applied() }
    // It was already old before these changes.
    if session.version.isBehind(0) { compareSoon(session) }
  }

  /// Sends the changes of the pages that this server knows, and makes the browser request the other ones.
  /// - Parameter stale: The scenes that may have changed.
  private func update(_ session: Session, stale: Set<StoredScene.Mark>) {
    let scenes = session.state.withLock(\.scenes)
    for scene in scenes {
      let isStale = scene.record.map { stale.contains($0.sceneID) } ?? false
      scene.post { [weak session] access in
        if access.scene.browser.shown != nil {
          access.redraw()
        } else if isStale, let session, let sceneID = access.live.sceneID {
          for stream in session.streams { stream.send(staleSceneWith: sceneID) }
        }
      }
    }
    let known = Set(scenes.compactMap { $0.record?.sceneID })
    for sceneID in stale.subtracting(known).sorted() {
      for stream in session.streams { stream.send(staleSceneWith: sceneID.text) }
    }
  }

  /// Removes a scene from memory that another server has changed. The browser is informed separately, if it must be.
  private func dropQuietly(_ scene: LiveScene, of session: Session) {
    session.remove(scene)
    scene.post { access in
      if !access.scene.isGone { access.endQuietly() }
    }
  }

  // MARK: Reading the store

  /// Reads a session without its scenes. The result is `nil` if that fails, or if the session has ended.
  private func find(
    _ session: Session, completion: @escaping @Sendable (SessionLoadResult?) -> Void
  ) {
    keeper.find(SessionQuery(session: session.id), Self.onward) { [self] result in
      guard case .success(let loadResult) = result else { return completion(nil) }
      let id = session.identity.name.id
      if loadResult.lastUse == nil, session.mailbox.isStored, !registrar.isRenewing(id),
        sessions.peek(id) === session
      {
        registrar.end(id)
        return completion(nil)
      }
      completion(loadResult)
    }
  }

  private func list(
    _ session: Session, completion: @escaping @Sendable ([SceneSummary]?) -> Void
  ) {
    let id = session.id
    Task { [store] in
      let stored = try? await store.scenes(of: id)
      Self.onward { completion(stored) }
    }
  }
}
