import CairnHTTP
import CairnScreens
import CairnSessions
import CairnViews
import Logging
import Synchronization

extension PageResponder {
  /// Applies what a page's form brought, and answers with a redirect to where the scene is then.
  func post(_ request: HTTPRequest, _ mount: Mount, _ location: Location) -> HTTPAnswer {
    let verdict = originCheck.verdict(
      OriginCheck.Headers(
        origin: request.headers["Origin"], host: request.headers["Host"],
        secFetchSite: request.headers["Sec-Fetch-Site"], referer: request.headers["Referer"]),
      isTLS: isSecure)
    if case .refused(let refusal) = verdict {
      logger.notice("Refused a POST: \(refusal.rawValue)")
      return .now(errorResponse(status: .forbidden, request: request))
    }
    let visitor = Visitor(request, cookie, sessions)
    let form = SubmittedForm(request.form)
    guard !visitor.isNew, let token = openToken(form.token, visitor.id),
      let segments = Location(path: token.location)?.segments,
      let (mount, location) = mounts.match(segments)
    else {
      return offerAgain(form, mount, location, visitor)
    }
    let post = PendingPost(form, token, visitor, session(of: visitor), mount, location)
    begin(post)
    return post.pending.answer
  }

  /// Answers a form whose page is not known: the same place with what was typed, and nothing run.
  ///
  /// Nothing is kept of it: whoever has no page of ours costs no memory.
  private func offerAgain(
    _ form: SubmittedForm, _ mount: Mount, _ location: Location, _ visitor: Visitor
  ) -> HTTPAnswer {
    let scene = LiveScene(
      mount: mount, record: nil, dependencies: dependencies(of: visitor.session))
    scene.withLock { scene in
      for (id, draft) in form.drafts { scene.keep(draft, for: id) }
    }
    let page = UnbornPage(visitor: visitor, location: location, status: .conflict, form: form)
    return answer(with: page, of: scene)
  }

  private func offerAgain(_ post: PendingPost) {
    post.pending.fulfil(offerAgain(post.form, post.mount, post.location, post.visitor))
  }

  /// Runs a submission, or finds the answer that it had before.
  private func begin(_ post: PendingPost) {
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
        _ = state.ring.wait(for: post.submission) { [self, pending = post.pending] answer in
          switch answer {
          case .redirect(let url): pending.fulfil(.redirect(to: url))
          case .failed: pending.fulfil(unavailable)
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
    // A page from before a restart may have been answered then: its scene must not work for it again.
    if post.token.issued > post.session.began, let scene = post.session.scene(post.mark.text),
      apply(post, to: scene)
    {
      return
    }
    let query = SessionQuery(
      session: post.session.id, mark: post.mark, submission: StoredSubmission(post.submission))
    keeper.find(query) { [self] result in
      switch result {
      case .failure:
        post.abandon()
        post.pending.fulfil(unavailable)
      case .success(let findings): run(post, on: findings)
      }
    }
  }

  private func run(_ post: PendingPost, on findings: SessionFindings) {
    switch findings.submission {
    case .answered(let url): post.finish(url)
    case .forgotten:
      post.abandon()
      offerAgain(post)
    case .new:
      let live = post.session.scene(post.mark.text)
      guard let scene = live ?? findings.scene.flatMap({ wake($0, of: post.session) }) else {
        return beginScene(for: post)
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

  /// Goes on with a submission whose scene is not there: on a scene that begins with its page, and is
  /// named by it so that Back to the page finds it.
  private func beginScene(for post: PendingPost) {
    guard post.mark == post.token.offspring else { return offer(post) }
    let hasBegun = beginScene(of: post.mount, post.session, mark: post.mark) { scene in
      if let beginning = post.beginning {
        fork(post, scene, beginning)
      } else {
        bear(post, scene)
      }
    }
    // Else another submission of the page has begun it in this moment.
    if !hasBegun { runAgain(post) }
  }

  /// The first submission of a page: its scene is born. To be called under the scene's lock.
  private func bear(_ post: PendingPost, _ scene: LiveScene) {
    let opened = scene.page.open(post.location)
    // What the page showed may have come from the work of its views.
    settle(scene, until: .now + settleLimit) { [self] scene, summary in
      let collected = scene.page.collect(post.form.wanted)
      if collected.levels == post.token.layers {
        run(post, on: scene, collected)
      } else {
        scene.offer(post.form, after: opened)
        finish(post, on: scene, summary)
      }
    }
  }

  /// Applies a submission where the scene still shows what its page did, or can go back to it.
  ///
  /// - Returns: False where the scene has ended, so that it has to be found in the store.
  private func apply(_ post: PendingPost, to scene: LiveScene) -> Bool {
    enum Verdict {
      case done, ended
      case left(Departure)
    }
    let verdict: Verdict = scene.withLock { scene in
      guard !scene.isolation.isEnded else { return .ended }
      if let reduced = scene.reducedSince, post.token.issued < reduced {
        // What the page showed may have been lost with a part of the state.
        scene.offer(post.form, after: nil, withUntouched: true)
        finish(post, on: scene, scene.updateAppearances())
        return .done
      }
      let collected = scene.page.collect(post.form.wanted)
      if collected.levels != post.token.layers, collected.levels.starts(with: post.token.layers),
        let top = post.token.layers.last
      {
        // The user came back to a page below: what is above it is dismissed, and reducers see that.
        scene.beginTurn(of: post.submission)
        collected.dismiss(downTo: top)
        // What that has to do, such as to save, is done before what comes next.
        settle(scene, until: .now + settleLimit) { [self] scene, summary in
          let collected = scene.page.collect(post.form.wanted)
          if collected.levels == post.token.layers { return run(post, on: scene, collected) }
          // The dismissal has led to something else, which comes first.
          scene.notice = post.form.tap == 0 ? nil : Self.nothingDone
          finish(post, on: scene, summary)
        }
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
        scene.notice = "That question is not open any more, so nothing was done."
        finish(post, on: scene, scene.updateAppearances(), isElsewhere: true)
      }
    case .left(.departed) where post.form.drafts.isEmpty:
      // There is nothing to be lost: what is current is what the user wants to see.
      scene.withLock { scene in
        scene.notice = post.form.tap == 0 ? nil : Self.nothingDone
        settle(scene, until: .now + settleLimit) { [self] in
          finish(post, on: $0, $1, isElsewhere: true)
        }
      }
    case .left(.departed): offer(post)
    }
    return true
  }

  private static var nothingDone: String {
    "The page had changed meanwhile, so nothing was done. This is how things are now."
  }

  /// Goes on from a page that the scene has left: on a scene of its own, so that neither loses. To be
  /// called under the new scene's lock.
  private func fork(_ post: PendingPost, _ scene: LiveScene, _ beginning: Beginning) {
    scene.page.restore(beginning.state)
    scene.interrupted = beginning.interruptions
    var collected = scene.page.collect(post.form.wanted)
    var opened: OpenedLocation?
    if collected.levels != post.token.layers {
      // The page was made of a copy with its location opened.
      opened = scene.page.open(post.location)
      collected = scene.page.collect(post.form.wanted)
    }
    if collected.levels == post.token.layers, !collected.summary.isPresentingEphemeral {
      run(post, on: scene, collected)
    } else {
      scene.offer(post.form, after: opened)
      finish(post, on: scene, scene.updateAppearances())
    }
  }

  /// Opens a page again, on a scene of its own, with what was typed in its fields; runs nothing.
  private func offer(_ post: PendingPost) {
    beginScene(of: post.mount, post.session) { scene in
      let opened = scene.page.open(post.location)
      scene.offer(post.form, after: opened)
      finish(post, on: scene, scene.updateAppearances())
    }
  }
}

extension SubmittedForm {
  /// What is said beside a form that is offered again.
  var offering: String { Self.offering(drafts) }

  /// What is said where there are no fields any more for what was typed: browsers keep the page
  /// that it was typed into.
  var whereabouts: String {
    drafts.isEmpty ? "" : " Nothing was done; what you had entered is still on the page before."
  }

  fileprivate static func offering(_ drafts: [UInt64: Draft]) -> String {
    drafts.isEmpty
      ? "That page was out of date, so nothing was done. This is how things are now."
      : "That page was out of date, so nothing was done yet. What you had entered is in its fields "
        + "again: check it, and send it once more."
  }
}

extension LiveScene {
  /// Puts typed values back into their fields, and says so. To be called under the scene's lock.
  /// - Parameter withUntouched: Whether fields that were left as they were count as typed: what they
  ///   showed may be known nowhere else.
  fileprivate func offer(
    _ form: SubmittedForm, after opened: OpenedLocation?, withUntouched: Bool = false
  ) {
    forgetDrafts()
    let drafts = withUntouched ? form.values : form.drafts
    for (id, draft) in drafts { keep(draft, for: id) }
    notice =
      opened.map { $0.notice(answering: form) } ?? SubmittedForm.offering(drafts)
  }
}
