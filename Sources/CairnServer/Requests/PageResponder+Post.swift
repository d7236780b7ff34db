import CairnHTTP
import CairnScreens
import CairnSessions
import CairnViews
import Logging
import Synchronization

extension PageResponder {
  /// Applies what a page's form brought, and answers with a redirect to where the scene is then.
  ///
  /// Its origin was checked before the form was read, by ``Edge``.
  func post(
    _ request: HTTPRequest, _ query: [Location.QueryItem], _ mount: Mount, _ location: Location
  ) -> HTTPAnswer {
    let visitor = Visitor(request, cookie(for: request), sessions, registrar.turnovers)
    let form = SubmittedForm(request.form, files: request.files)
    let requested = location
    let known = form.token == nil ? knownToken(of: visitor, query) : nil
    if known == nil, form.isShort(for: visitor) { return .now(LivePage.unknown) }
    let opened = visitor.isNew ? nil : known ?? openToken(form.token, visitor.name)
    // What is done at a page's own URL isn't done with the page of another application.
    guard let token = opened,
      let (own, location) = Location(url: token.location).flatMap({ mounts.match($0) }),
      own.prefix == mount.prefix || !form.isQuiet
    else {
      if form.token != nil {
        log.log(
          .notice, kind: "page",
          "Refused a POST: a form is of no page of its session")
      }
      let errand = errand(request, mount, of: visitor, mark: nil)
      return workload.answer(errand) { [self] in offerAgain(form, mount, location, visitor) }
    }
    let session = session(of: visitor)
    // Whoever goes back names where to.
    var post = PendingPost(
      form, token, visitor, session, own, form.layer == nil ? location : requested)
    // What could not be opened of it is said again where the page gets a scene.
    if form.isQuiet { post.opening = requested }
    let errand = errand(request, own, of: visitor, mark: post.mark, tap: form.tap)
    return workload.answer(errand) { [self, post] in
      begin(post)
      return post.pending.answer
    }
  }

  /// Answers a form whose page is not known: the same place with what was typed, and nothing run.
  ///
  /// Nothing is kept of it: whoever has no page of ours costs no memory.
  func offerAgain(
    _ form: SubmittedForm, _ mount: Mount, _ location: Location, _ visitor: Visitor
  ) -> HTTPAnswer {
    steady(visitor) { [self] visitor in
      withValues(of: visitor) { [self] visitor in
        let scene = LiveScene(
          mount: mount, record: nil, dependencies: dependencies(of: visitor))
        let page = UnbornPage(
          visitor: visitor, location: location, status: .conflict, form: form)
        return answer(with: page, of: scene)
      }
    }
  }

  private func offerAgain(_ post: PendingPost) {
    post.pending.fulfil(offerAgain(post.form, post.mount, post.location, post.visitor))
  }

  /// Runs a submission, or finds the answer that it had before.
  private func begin(_ post: PendingPost) {
    if isOutdated(post) { return refuse(post) }
    let waits =
      !post.session.isWorking(on: post.submission)
      && registrar.turnovers.wait(for: post.visitor.id) { [self] in begin(post) }
    guard !waits else { return }
    let (work, past): (Landing.Work, Session.PastAnswer?) = post.session.state.withLock { state in
      // The session went in the moment in which the form came.
      guard !state.isEnded else { return (.outdated, nil) }
      switch state.ring.begin(post.submission) {
      case .first, .other:
        state.working += 1
        return (.new, nil)
      case .finished(let past): return (.known, past)
      case .forgotten: return (.forgotten, nil)
      case .inProgress:
        _ = state.ring.wait(for: post.submission) {
          [self, pending = post.pending, visitor = post.visitor, cookie = post.visitor.cookie]
          answer in
          switch answer {
          case .redirect(let url, let next):
            pending.fulfil(.redirect(to: url, as: next, in: cookie))
          case .failed: pending.fulfil(unavailable(isBegun: true, isLive: visitor.live != nil))
          }
        }
        return (.known, nil)
      }
    }
    switch Landing(work) {
    case nil where work == .forgotten: goOn(withForgotten: post)
    case nil: run(post)
    case .repeated:
      switch past {
      case .url(let url): post.pending.fulfil(.redirect(to: url))
      case .begun: post.pending.fulfil(unavailable(isBegun: true, isLive: true))
      // It waits for the first.
      case nil: break
      }
    default: offerAgain(post)
    }
  }

  /// Says that a submission could not be stored.
  func fail(_ post: PendingPost) {
    let isLive = post.visitor.live != nil
    if post.isBegun, isLive { post.end(with: .begun) } else { post.abandon() }
    post.pending.fulfil(unavailable(isBegun: post.isBegun, isLive: isLive))
  }

  /// Goes on with a submission that may have been worked on: of it nothing is run.
  private func goOn(withForgotten post: PendingPost) {
    // By another server's clock it may be too old even so.
    if post.isForgotten { offerAgain(post) } else { begin(post.forgotten) }
  }

  /// Works on a submission, on the scene in memory or as it is stored.
  func run(_ post: PendingPost) {
    if isOutdated(post) {
      post.abandon()
      return refuse(post)
    }
    if registrar.turnovers.wait(for: post.visitor.id, { [self] in run(post) }) { return }
    // A page from before a restart may have been answered then: its scene must not work for it again.
    if post.token.issued > post.session.began, let scene = post.session.scene(post.mark.text),
      land(post, on: scene)
    {
      return
    }
    let query = SessionQuery(
      session: post.session.id, mark: post.mark, submission: StoredSubmission(post.submission))
    let wasStored = post.session.values.commits.isStored
    keeper.find(query, workload.onward) { [self] result in
      switch result {
      case .failure: fail(post)
      case .success(let findings):
        if isOutdated(post) {
          post.abandon()
          return refuse(post)
        }
        if findings.lastUse == nil, wasStored, post.isSecondAttempt {
          // It is gone, by another server: nothing of what is in memory here can be stored.
          post.abandon()
          _ = leaving(post.visitor)
          return refuse(post)
        }
        run(post, on: findings)
      }
    }
  }

  private func run(_ post: PendingPost, on findings: SessionFindings) {
    post.session.load(findings)
    switch findings.submission {
    case .answered(let url): post.finish(url)
    case .forgotten:
      post.abandon()
      goOn(withForgotten: post)
    case .new:
      let live = post.session.scene(post.mark.text)
      guard let scene = live ?? findings.scene.flatMap({ wake($0, of: post.session) }) else {
        // One that is there and can not be read, or not be seen, keeps its mark.
        let isTaken = findings.scene != nil || post.isSecondAttempt
        return landWithoutScene(post, isNamed: !isTaken)
      }
      if land(post, on: scene) { return }
      // It has ended in this moment, to make room for others: it wakes once more.
      runAgain(post)
    }
  }

  func runAgain(_ post: PendingPost) {
    guard post.wakings < Self.wakingLimit else { return offer(post) }
    var post = post
    post.wakings += 1
    run(post)
  }
}
