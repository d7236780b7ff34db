import CairnHTTP
import CairnScreens
import CairnSessions
import CairnViews
import Dispatch
import Logging
import Synchronization

extension PageResponder {
  /// Applies what a page's form brought, and answers with a redirect to where the scene is then.
  ///
  /// Its origin was checked before the form was read, by ``Edge``.
  func post(_ request: HTTPRequest, _ mount: Mount, _ location: Location) -> HTTPAnswer {
    let visitor = Visitor(request, cookie(for: request), sessions, registrar.turnovers)
    let form = SubmittedForm(request.form)
    guard !visitor.isNew, let token = openToken(form.token, visitor.name),
      let (mount, location) = Location(url: token.location).flatMap({ mounts.match($0) })
    else {
      if form.token != nil {
        log.log(
          .notice, kind: "page",
          "Refused a POST: a form is of no page of its session")
      }
      let errand = errand(request, mount, of: visitor, mark: nil)
      return workload.answer(errand) { [self] in offerAgain(form, mount, location, visitor) }
    }
    let post = PendingPost(form, token, visitor, session(of: visitor), mount, location)
    let errand = errand(request, mount, of: visitor, mark: post.mark, tap: form.tap)
    return workload.answer(errand) { [self] in
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
    enum Step {
      case run, wait, offer
      case redirect(String)
    }
    let step: Step = post.session.state.withLock { state in
      // The session went in the moment in which the form came.
      guard !state.isEnded else { return .offer }
      switch state.ring.begin(post.submission) {
      case .first, .other:
        state.working += 1
        return .run
      case .finished(let url): return .redirect(url)
      case .forgotten: return .offer
      case .inProgress:
        _ = state.ring.wait(for: post.submission) {
          [self, pending = post.pending, cookie = post.visitor.cookie] answer in
          switch answer {
          case .redirect(let url, let next):
            pending.fulfil(.redirect(to: url, as: next, in: cookie))
          case .failed: pending.fulfil(unavailable(isBegun: true))
          }
        }
        return .wait
      }
    }
    switch step {
    case .run: run(post)
    case .wait: break
    case .redirect(let url): post.pending.fulfil(.redirect(to: url))
    case .offer: offerAgain(post)
    }
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
      apply(post, to: scene)
    {
      return
    }
    let query = SessionQuery(
      session: post.session.id, mark: post.mark, submission: StoredSubmission(post.submission))
    let wasStored = post.session.values.commits.isStored
    keeper.find(query) { [self] result in
      switch result {
      case .failure:
        post.abandon()
        post.pending.fulfil(unavailable(isBegun: post.isBegun))
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
      offerAgain(post)
    case .new:
      let live = post.session.scene(post.mark.text)
      guard let scene = live ?? findings.scene.flatMap({ wake($0, of: post.session) }) else {
        // One that is there and can not be read, or not be seen, keeps its mark.
        let isTaken = findings.scene != nil || post.isSecondAttempt
        return beginScene(for: post, isNamed: !isTaken)
      }
      if apply(post, to: scene) { return }
      // It has ended in this moment, to make room for others: it wakes once more.
      runAgain(post)
    }
  }

  private func runAgain(_ post: PendingPost) {
    guard post.wakings < Self.wakingLimit else { return offer(post) }
    var post = post
    post.wakings += 1
    run(post)
  }

  /// Goes on with a submission whose scene is not there: on one that begins with its page.
  /// - Parameter isNamed: Whether the scene is named by the page, so that Back to the page finds it.
  private func beginScene(for post: PendingPost, isNamed: Bool) {
    guard post.mark == post.token.offspring else { return offer(post) }
    let begin = { [self] (scene: LiveScene) in
      if let beginning = post.beginning {
        fork(post, scene, beginning)
      } else {
        bear(post, scene)
      }
    }
    guard isNamed else { return beginScene(of: post.mount, post.session, begin) }
    if !beginScene(of: post.mount, post.session, mark: post.mark, begin) {
      // Another submission of the page has begun it in this moment.
      runAgain(post)
    }
  }

  /// The first submission of a page: its scene is born. To be called under the scene's lock.
  private func bear(_ post: PendingPost, _ scene: LiveScene) {
    let opened = scene.page.open(post.location)
    // What the page showed may have come from the work of its views.
    settle(scene, until: .now + settleLimit) { [self] scene, summary in
      guard !scene.isGone else { return runLater(post) }
      let collected = scene.page.collect(post.form.wanted)
      if collected.levels == post.token.layers {
        run(post, on: scene, collected)
      } else {
        scene.offer(post.form, of: post.token.layers, after: opened)
        finish(post, on: scene, summary)
      }
    }
  }

  /// Applies a submission where the scene still shows what its page did, or can go back to it.
  ///
  /// - Returns: False where the scene has ended, so that it has to be found in the store.
  private func apply(_ post: PendingPost, to scene: LiveScene) -> Bool {
    enum Verdict {
      case done, ended, reduced
      case left(Departure)
    }
    let verdict: Verdict = scene.withLock { scene in
      guard !scene.isolation.isEnded else { return .ended }
      let collected = scene.page.collect(post.form.wanted)
      if let reduced = scene.reducedSince, post.token.issued < reduced {
        // What the page showed may have been lost with a part of the state.
        guard collected.levels == post.token.layers else { return .reduced }
        scene.offer(post.form, of: post.token.layers, after: nil)
        finish(post, on: scene, scene.updateAppearances())
        return .done
      }
      if collected.levels.starts(with: post.token.layers),
        let departure = departureFromQuery(of: post, on: scene)
      {
        return .left(departure)
      }
      if collected.levels != post.token.layers, collected.levels.starts(with: post.token.layers),
        let top = post.token.layers.last
      {
        goBack(post, on: scene, collected, to: top)
        return .done
      }
      guard collected.levels == post.token.layers else {
        if let beginning = post.beginning { return .left(.forkable(beginning)) }
        return .left(scene.departure(from: post, dependencies: dependencies(of: post.session)))
      }
      run(post, on: scene, collected)
      return .done
    }
    switch verdict {
    case .done: return true
    case .ended: return false
    case .reduced: offer(post)
    case .left(.forkable(let beginning)):
      guard post.mark != post.token.offspring else {
        // The scene that the page began has left it too.
        beginScene(of: post.mount, post.session) { fork(post, $0, beginning) }
        return true
      }
      var post = post
      post.beginning = beginning
      post.mark = post.token.offspring
      run(post)
    case .left(.dialog):
      scene.withLock { scene in
        let kept = KeptForm(missing: scene.wait(for: post.form.fields, of: post.token.layers))
        scene.notice = "That question is not open any more, so nothing was done." + kept.rest
        finish(post, on: scene, scene.updateAppearances(), isElsewhere: true)
      }
    case .left(.unborn):
      beginScene(of: post.mount, post.session) { bear(post, $0) }
    case .left(.hidden):
      scene.withLock { nothingIsDone(post, on: $0, $0.updateAppearances()) }
    case .left(.departed) where post.form.drafts.isEmpty:
      // There is nothing to be lost: what is current is what the user wants to see.
      scene.withLock { scene in
        settle(scene, until: .now + settleLimit) { [self] in nothingIsDone(post, on: $0, $1) }
      }
    case .left(.departed): offer(post)
    }
    return true
  }

  /// How the scene has left a page by a change of the query alone: the page shows the scene's layers,
  /// and is at another location. To be called under the scene's lock.
  ///
  /// - Returns: Nil where the page can be applied to what is current: where the query is the same, or
  ///   an effect has changed it, which is as a timer that has ticked.
  private func departureFromQuery(of post: PendingPost, on scene: LiveScene) -> Departure? {
    guard !scene.page.hasQuery(post.location) else { return nil }
    if let beginning = post.beginning { return .forkable(beginning) }
    let departure = scene.departure(from: post, dependencies: dependencies(of: post.session))
    switch departure {
    case .forkable, .unborn: return departure
    case .dialog, .departed, .hidden: return nil
    }
  }

  /// The user came back to a page below: what is above it is dismissed, and reducers see that. What
  /// they have to do then, such as to save, is done before what comes next. To be called under the
  /// scene's lock.
  private func goBack(
    _ post: PendingPost, on scene: LiveScene, _ collected: Collected, to top: UInt64
  ) {
    let running = scene.isolation.running
    scene.beginTurn(of: post.submission, isBack: true)
    // Whoever leaves a page that way wants nothing of it any more.
    scene.drafts.forgetWaiting(of: collected.levels.suffix(1))
    scene.recorder?.beginOwn()
    _ = scene.handle { collected.dismiss(downTo: top) }
    scene.recorder?.endOwn(backTo: top)
    let hasBegun = scene.isolation.running > running
    settle(scene, until: hasBegun ? .now + settleLimit : .now) { [self] scene, summary in
      guard !scene.isGone else { return runLater(post) }
      let collected = scene.page.collect(post.form.wanted)
      if collected.levels == post.token.layers {
        run(post, on: scene, collected)
      } else {
        // It has led to something else, which comes first.
        nothingIsDone(post, on: scene, summary)
      }
    }
  }

  /// Works on a submission once more when the lock of its scene, which has gone, is free.
  private func runLater(_ post: PendingPost) {
    // What it has changed of the session's values is not stored with the scene.
    post.session.values.takeBack()
    DispatchQueue.global().async { [self, post] in runAgain(post) }
  }

  /// Answers with what is current, where a page does not show that. To be called under the scene's
  /// lock.
  private func nothingIsDone(_ post: PendingPost, on scene: LiveScene, _ summary: PageSummary) {
    let isLookedAt = post.form.tap == 0 && post.form.drafts.isEmpty
    let kept = KeptForm(missing: scene.wait(for: post.form.fields, of: post.token.layers))
    scene.notice =
      isLookedAt
      ? nil
      : "The page had changed meanwhile, so nothing was done. This is how things are now."
        + kept.rest
    finish(post, on: scene, summary, isElsewhere: true)
  }

  /// Goes on from a page that the scene has left: on a scene of its own, so that neither loses. To be
  /// called under the new scene's lock.
  private func fork(_ post: PendingPost, _ scene: LiveScene, _ beginning: Beginning) {
    scene.page.restore(beginning.state)
    scene.interrupted = beginning.interruptions
    scene.drafts = SceneDrafts(waiting: beginning.waiting)
    var collected = scene.page.collect(post.form.wanted)
    var opened: OpenedLocation?
    if collected.levels != post.token.layers || !scene.page.hasQuery(post.location) {
      // The page was made of a copy with its location opened.
      opened = scene.page.open(post.location)
      collected = scene.page.collect(post.form.wanted)
    }
    if collected.levels == post.token.layers, !collected.summary.isPresentingEphemeral {
      run(post, on: scene, collected)
    } else {
      scene.offer(post.form, of: post.token.layers, after: opened)
      finish(post, on: scene, scene.updateAppearances())
    }
  }

  /// Opens a page again, on a scene of its own, with what was typed in its fields; runs nothing.
  private func offer(_ post: PendingPost) {
    beginScene(of: post.mount, post.session) { scene in
      let opened = scene.page.open(post.location)
      scene.offer(post.form, of: post.token.layers, after: opened)
      finish(post, on: scene, scene.updateAppearances())
    }
  }
}
