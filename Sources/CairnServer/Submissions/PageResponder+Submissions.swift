import CairnApplications
import CairnHTTP
import CairnScreens
import CairnSecurity
import CairnSessions
import CairnViews
import Logging
import Synchronization

extension PageResponder {
  /// Processes a page's form, and responds with a redirect to the scene's resulting location.
  ///
  /// ``Edge`` has checked the origin before the form was read.
  func post(
    _ request: HTTPRequest, _ query: [Location.QueryItem], _ mount: Mount, _ location: Location,
    in trace: RequestTrace? = nil
  ) -> HTTPAnswer {
    let visitor = Visitor(
      request, of: mount, cookie(for: request), sessions, registrar.retired, in: trace)
    let form = SubmittedForm(request.form, files: request.files)
    let requested = location
    let known = form.token == nil ? knownToken(of: visitor, query) : nil
    if known == nil, visitor.live?.digest != nil, form.isShort {
      return .now(LivePage.unknown)
    }
    let opened = visitor.isNew ? nil : known ?? openToken(form.token, visitor.name)
    // A quiet form is for the page at the requested URL, so that page must belong to the same application.
    guard let token = opened,
      let (own, location) = Location(url: token.location).flatMap({ mounts.match($0) }),
      own.prefix == mount.prefix || !form.isQuiet
    else {
      if form.token != nil {
        log.log(
          .notice, kind: "page", metadata: RejectionLog.metadata(request, status: .conflict),
          "Rejected request: the page token doesn't belong to this session")
      }
      let profile = profile(request, mount, of: visitor, sceneID: nil)
      return workload.answer(profile) { [self] in
        let pending = Promise()
        restoreForm(form, mount, location, visitor, workload.onward, into: pending)
        return pending.answer
      }
    }
    let session = session(of: visitor)
    session.noteForm(hasScript: visitor.hasScript)
    let sceneID = token.scene.flatMap { StoredScene.Mark($0) } ?? token.childSceneID
    let profile = profile(request, own, of: visitor, sceneID: sceneID, tap: form.tap)
    let answer = workload.answer(profile) { [self] in
      // If the user went back, the form was sent to the URL of the page to return to.
      var post = PendingPost(
        FormRequest(
          form, token, visitor, session, own, form.layer == nil ? location : requested,
          onward: workload.onward))
      // If the page gets a scene, the notice reports again which parts of the location couldn't be opened.
      if form.isQuiet { post.opening = requested }
      perform(.checkSession(.claim), &post)
      return post.pending.answer
    }
    return noting(session, visitor, in: answer)
  }

  /// Responds to a form whose page isn't known. The page of the same location shows the typed text.
  ///
  /// The form isn't processed, and its text isn't kept on the server. Browsers without a page of this server therefore
  /// don't use any memory on the server.
  private func restoreForm(
    _ form: SubmittedForm, _ mount: Mount, _ location: Location, _ visitor: Visitor,
    _ onward: @escaping Workload.Onward, into pending: Promise
  ) {
    makePage(
      PendingPage(
        Inquiry(mount, location, answering: form, onward: onward, into: pending), visitor))
  }

  /// Responds to a form that was sent with a cookie that's no longer valid. The form is neither processed nor kept.
  ///
  /// If a browser repeats the form that has invalidated the cookie, it's redirected to the same URL. Shortly after the
  /// first form, it also gets its new cookie.
  private func restoreOutdatedForm(_ post: PendingPost) {
    if let answer = registrar.retired.answer(to: post.submission, under: post.visitor.id) {
      post.pending.fulfill(
        .redirect(
          to: Destination(url: answer.url, next: answer.next), in: post.visitor.cookie))
      return
    }
    restoreForm(
      post.form, post.mount, post.location,
      post.visitor.again(sessions, registrar.retired), post.onward, into: post.pending)
  }

  // MARK: Carrying out

  /// Passes an event to the submission's flow, and carries out the resulting commands.
  func advance(_ post: PendingPost, _ event: SubmissionFlow.Event) {
    var post = post
    for command in post.flow.step(event) { perform(command, &post) }
  }

  /// Passes an event to the submission's flow while its scene is locked.
  ///
  /// Commands for the scene are carried out immediately, and all others as soon as the scene is unlocked.
  func advance(
    _ post: PendingPost, _ event: SubmissionFlow.Event, on access: borrowing SceneAccess
  ) {
    var post = post
    var commands = post.flow.step(event)[...]
    while case .scene(let command)? = commands.first {
      commands.removeFirst()
      perform(command, post, on: access)
    }
    guard !commands.isEmpty else { return }
    access.afterward { [self, commands, post] in
      var post = post
      for command in commands { perform(command, &post) }
    }
  }

  private func perform(_ command: SubmissionFlow.Command, _ post: inout PendingPost) {
    switch command {
    case .checkSession(let purpose): advance(post, .session(sessionState(of: post, for: purpose)))
    case .checkSessionLater(let purpose):
      post.onward { [self, post] in
        var post = post
        perform(.checkSession(purpose), &post)
      }
    case .awaitRenewal:
      if mustCompare(post.session, post.visitor, after: post.refresh) {
        return refresh(post.session, for: post.visitor, post.onward) { [self, post] result in
          var post = post
          post.refresh = result
          // The browser continues with an empty session, unless the form already belongs to the one that has ended.
          if post.flow.phase == .waitingForRenewal(.claim), post.session.hasEnded {
            post.session = session(of: post.visitor)
            post.session.noteForm(hasScript: post.visitor.hasScript)
          }
          advance(post, .renewalEnded)
        }
      }
      let proceed = { @Sendable [self, post] in advance(post, .renewalEnded) }
      if !registrar.awaitRenewal(of: post.visitor.id, post.onward, proceed) { proceed() }
    case .claim: claim(post)
    case .forget: post.forget()
    case .find:
      // A form from before a restart may have been processed then. Only the store knows, so it's asked first.
      post.scene =
        post.token.issued > post.session.began && post.refresh != .failed
        ? post.session.scene(post.sceneID.text) : nil
      advance(post, .found(post.scene != nil))
    case .load: load(post)
    case .begin(let dispatch, let isNamed):
      let begin = { (access: borrowing SceneAccess) in self.begin(post, dispatch, on: access) }
      let request = post.visitor.request
      guard isNamed else { return beginScene(of: post.mount, post.session, for: request, begin) }
      if !beginScene(
        of: post.mount, post.session, for: request, sceneID: post.sceneID, begin)
      {
        advance(post, .nameTaken)
      }
    case .scene(let command): post.scene?.withLock { perform(command, post, on: $0) }
    case .sceneLater(let command):
      post.onward { [self, post] in post.scene?.withLock { perform(command, post, on: $0) } }
    case .drop: if let scene = post.scene { drop(scene, of: post.session) }
    case .takeBackValues: post.session.values.takeBack()
    case .leaveSession: _ = leaving(post.visitor)
    case .abandon: post.abandon()
    case .reply(let reply): self.reply(reply, to: post)
    case .reportUnexpected:
      logger.critical("A submission got an event that can't happen: \(post.flow)")
      reply(.failure(begunEffects: true), to: post)
    }
  }

  private func sessionState(
    of post: PendingPost, for purpose: SubmissionFlow.Purpose
  ) -> SubmissionFlow.SessionState {
    if isOutdated(post) { return .outdated }
    // A repetition of the form that's renewing the session must wait for that form.
    if purpose == .claim, post.session.isWorking(on: post.submission) { return .open }
    let mustCompare =
      switch purpose {
      case .claim: mayHaveEnded(post.session, after: post.refresh)
      case .process: mustCompare(post.session, post.visitor, after: post.refresh)
      }
    return mustCompare || registrar.isRenewing(post.visitor.id) ? .renewing : .open
  }

  private func claim(_ post: PendingPost) {
    let claim = post.session.state.withLock { state -> SubmissionFlow.Claim in
      guard !state.isEnded else { return .ended }
      switch state.ring.begin(post.submission) {
      case .first, .other:
        state.working += 1
        return .new
      case .finished(let past): return .past(past)
      case .forgotten: return .forgotten
      case .inProgress:
        var duplicate = post
        _ = duplicate.flow.step(.claimed(.duplicate))
        _ = state.ring.wait(for: post.submission) { [self, duplicate] in
          advance(duplicate, .duplicateEnded($0))
        }
        return .duplicate
      }
    }
    if claim != .duplicate { advance(post, .claimed(claim)) }
  }

  private func load(_ post: PendingPost) {
    guard post.refresh != .failed else { return advance(post, .loaded(.failed)) }
    let query = SessionQuery(
      session: post.session.id, mark: post.sceneID, submission: StoredSubmission(post.submission))
    let wasStored = post.session.mailbox.isStored
    find(query, post.onward, in: post.visitor.trace) { [self] result, claim in
      var post = post
      post.claim = claim
      guard case .success(let loadResult) = result, lacksScene(of: post, loadResult) else {
        return advance(post, result.map { ($0, isGone: false) })
      }
      let isGone = loadResult.lastUse == nil && wasStored
      let names = registrar.names.recent(after: post.visitor.name, with: post.submission)
      let span = post.visitor.trace?.begin(.findRenewal)
      findAnswer(to: post, among: names[...]) { [self, post] result in
        span?.end(with: result)
        switch result {
        case .success(let destination?): advance(post, .loaded(.renewed(destination)))
        case .success(nil): advance(post, .success((loadResult, isGone: isGone)))
        case .failure(let error): advance(post, .failure(error))
        }
      }
    }
  }

  /// Whether the store doesn't contain the session of a form, or the scene of its page.
  ///
  /// The session may have a new name. The store may also contain a new session for the old cookie.
  private func lacksScene(of post: PendingPost, _ loadResult: SessionLoadResult) -> Bool {
    if loadResult.lastUse == nil { return true }
    return loadResult.submission == .new && loadResult.scene == nil && post.flow.target == .own
      && post.session.scene(post.sceneID.text) == nil
  }

  /// Looks in the sessions with some names for the response to a form.
  ///
  /// If the form has given the session one of these names, the response with the new cookie may have been lost. Another
  /// server may have sent it, or this server was restarted. In these cases, ``RetiredSessions`` doesn't know about it.
  private func findAnswer(
    to post: PendingPost, among names: ArraySlice<SessionName>,
    completion: @escaping @Sendable (Result<Destination?, SessionStoreError>) -> Void
  ) {
    guard let name = names.first else { return completion(.success(nil)) }
    let query = SessionQuery(
      session: StoredSession.ID(bits: name.id.bits), submission: StoredSubmission(post.submission))
    keeper.find(query, post.onward) { [self] result in
      switch result {
      case .success(let loadResult):
        guard case .answered(let url) = loadResult.submission else {
          return findAnswer(to: post, among: names.dropFirst(), completion: completion)
        }
        completion(.success(Destination(url: url, next: .renewed(name))))
      case .failure(let error): completion(.failure(error))
      }
    }
  }

  /// Continues with what the store knows about a form's session.
  private func advance(
    _ post: PendingPost,
    _ result: Result<(loadResult: SessionLoadResult, isGone: Bool), SessionStoreError>
  ) {
    switch result {
    case .failure: advance(post, .loaded(.failed))
    case .success where isOutdated(post): advance(post, .loaded(.outdated))
    case .success(let found): loaded(found.loadResult, isGone: found.isGone, for: post)
    }
  }

  private func loaded(_ loadResult: SessionLoadResult, isGone: Bool, for post: PendingPost) {
    post.session.load(loadResult)
    switch loadResult.submission {
    case .answered(let url): advance(post, .loaded(.answered(url)))
    case .forgotten: advance(post, .loaded(.forgotten))
    case .new:
      if let scene = post.session.scene(post.sceneID.text) {
        var post = post
        post.scene = scene
        return advance(post, .loaded(.scene))
      }
      guard let stored = loadResult.scene else {
        if !isGone { noteMissingScene(of: post) }
        return advance(post, .loaded(.nothing(isGone ? .sessionGone : .unknown)))
      }
      restoreScene(
        stored, of: post.session, for: post.visitor.request, under: post.claim?.lease, post.onward
      ) { [self, post] in restored($0, isGone: isGone, for: post) }
    }
  }

  /// Logs that servers may have separate session stores, if the page of a form is from another server and its scene
  /// isn't in the store.
  ///
  /// Pages from before the start of this server don't count, because the sessions of an earlier process may have been
  /// in its memory.
  private func noteMissingScene(of post: PendingPost) {
    let token = post.token
    guard post.flow.target == .own, token.scene != nil, token.issued > began,
      !token.isIssued(by: issuer),
      foreignScenes.note(
        page: token.nonce, issued: Int64(clamping: token.issued),
        at: idleClock.time.microsecondsSince1970)
    else { return }
    log.log(
      .warning, kind: "foreign scene",
      """
      A form is for a page of another server, and its scene isn't in this server's session store. Let the servers \
      share a session store. Otherwise, the load balancer must send each browser to the same server (sticky sessions).
      """)
  }

  private func restored(_ restoration: SceneRestoration, isGone: Bool, for post: PendingPost) {
    switch restoration {
    // The session may have been renewed while the request waited.
    case .scene where isOutdated(post): advance(post, .loaded(.outdated))
    case .scene(let scene):
      var post = post
      post.scene = scene
      advance(post, .loaded(.scene))
    case .unreadable: advance(post, .loaded(.nothing(isGone ? .sessionGone : .nameTaken)))
    case .outdated: load(post)
    case .failed: advance(post, .loaded(.failed))
    }
  }

  private func reply(_ reply: SubmissionFlow.Reply, to post: PendingPost) {
    let isLive = post.visitor.live != nil
    let texts = post.visitor.texts(of: post.mount)
    switch reply {
    case .result(let destination): post.finish(destination)
    case .repetition(let destination):
      post.pending.fulfill(.redirect(to: destination, in: post.visitor.cookie))
    case .formAlone:
      restoreForm(
        post.form, post.mount, post.location, post.visitor, post.onward, into: post.pending)
    case .outdated: restoreOutdatedForm(post)
    case .tooLarge: post.pending.fulfill(tooLarge(in: texts))
    case .failure(let begunEffects):
      post.abandon(hasBegun: begunEffects && isLive, duplicates: .failed)
      post.pending.fulfill(unavailable(in: texts, isBegun: begunEffects, isLive: isLive))
    case .pastFailure:
      post.pending.fulfill(unavailable(in: texts, isBegun: true, isLive: true))
    case .repeatedFailure:
      post.pending.fulfill(unavailable(in: texts, isBegun: true, isLive: isLive))
    }
  }

  /// Returns whether the session of a form was renewed or ended after the form's page was made. The form's cookie is no
  /// longer valid then.
  func isOutdated(_ post: PendingPost) -> Bool {
    if post.session.id.bits != post.visitor.id.bits { return true }
    guard let retirement = registrar.retired.retirement(of: post.visitor.id) else { return false }
    return post.token.issued <= retirement.issued
  }

  /// Returns whether a form must not be processed now, because another scene of its session has asked for a new session
  /// ID.
  func isInterrupted(_ post: PendingPost, on scene: LiveScene) -> Bool {
    isOutdated(post)
      || registrar.isRenewing(post.visitor.id, exceptBy: scene.session?.holder)
  }
}
