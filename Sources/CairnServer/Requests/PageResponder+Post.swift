import CairnHTTP
import CairnScreens
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
    let post = PendingPost(
      submission: Submission(token: token, digest: form.digest), form: form, token: token,
      session: sessions.session(for: visitor.id) { Session(cookie: cookie.value(for: visitor.id)) },
      mount: mount, location: location)
    guard begin(post) else {
      return offerAgain(form, mount, location, visitor)
    }
    return post.pending.answer
  }

  /// Answers a form whose page is not known: the same place with what was typed, and nothing run.
  ///
  /// Nothing is kept of it: whoever has no page of ours costs no memory.
  private func offerAgain(
    _ form: SubmittedForm, _ mount: Mount, _ location: Location, _ visitor: Visitor
  ) -> HTTPAnswer {
    let scene = LiveScene(
      mount: mount, mark: nil, dependencies: dependencies(of: visitor.session))
    scene.withLock { scene in
      for (id, draft) in form.drafts { scene.keep(draft, for: id) }
    }
    return unbornPage(
      UnbornPage(
        visitor: visitor, location: location, status: .conflict, form: form),
      of: scene)
  }

  /// Runs a submission, or finds the answer that it had before; false where it was forgotten.
  private func begin(_ post: PendingPost) -> Bool {
    enum Step {
      case run(isFirst: Bool)
      case wait, offer
      case redirect(String)
    }
    let pending = post.pending
    let step: Step = post.session.state.withLock { state in
      // The session went in the moment in which the form came.
      guard !state.isEnded else { return .offer }
      switch state.ring.begin(post.submission) {
      case .first:
        state.working += 1
        return .run(isFirst: true)
      case .other:
        state.working += 1
        return .run(isFirst: false)
      case .finished(let url): return .redirect(url)
      case .forgotten: return .offer
      case .inProgress:
        _ = state.ring.wait(for: post.submission) { pending.fulfil(.redirect(to: $0)) }
        return .wait
      }
    }
    switch step {
    case .run(let isFirst):
      var post = post
      post.isFirst = isFirst
      run(post)
    case .wait: break
    case .redirect(let url): pending.fulfil(.redirect(to: url))
    case .offer: return false
    }
    return true
  }

  private func run(_ post: PendingPost) {
    guard let mark = post.token.scene else { return bear(post) }
    guard let scene = post.session.scene(mark) else {
      return offer(post, after: .departed)
    }
    apply(post, to: scene)
  }

  /// The first submission of a page: its scene is born.
  private func bear(_ post: PendingPost) {
    let scene = LiveScene(
      mount: post.mount, mark: RandomToken.mark(), dependencies: dependencies(of: post.session))
    post.session.add(scene)
    scene.withLock { scene in
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
  }

  /// Applies a submission where the scene still shows what its page did, or can go back to it.
  private func apply(_ post: PendingPost, to scene: LiveScene) {
    let departure: Departure? = scene.withLock { scene in
      guard !scene.isolation.isEnded else { return .departed }
      var collected = scene.page.collect(post.form.wanted)
      if collected.levels != post.token.layers, collected.levels.starts(with: post.token.layers),
        let top = post.token.layers.last
      {
        // The user came back to a page below: what is above it is dismissed, and reducers see that.
        scene.beginTurn()
        collected.dismiss(downTo: top)
        collected = scene.page.collect(post.form.wanted)
        guard collected.levels == post.token.layers else {
          // The dismissal has led to something else, which comes first.
          scene.notice = post.form.tap == 0 ? nil : Self.nothingDone
          settle(scene, until: .now + settleLimit) { [self] in finish(post, on: $0, $1) }
          return nil
        }
      }
      guard collected.levels == post.token.layers else {
        return scene.departure(from: post, dependencies: dependencies(of: post.session))
      }
      run(post, on: scene, collected)
      return nil
    }
    switch departure {
    case nil: break
    case .forkable(let state): fork(post, from: state)
    case .dialog:
      scene.withLock { scene in
        scene.notice = "That question is not open any more, so nothing was done."
        finish(post, on: scene, scene.updateAppearances())
      }
    case .departed where post.form.drafts.isEmpty:
      // There is nothing to be lost: what is current is what the user wants to see.
      scene.withLock { scene in
        scene.notice = post.form.tap == 0 ? nil : Self.nothingDone
        settle(scene, until: .now + settleLimit) { [self] in finish(post, on: $0, $1) }
      }
    case .departed?: offer(post, after: .departed)
    }
  }

  private static var nothingDone: String {
    "The page had changed meanwhile, so nothing was done. This is how things are now."
  }

  /// Goes on from a page that the scene has left: on a scene of its own, so that neither loses.
  private func fork(_ post: PendingPost, from state: Any) {
    let scene = LiveScene(
      mount: post.mount, mark: RandomToken.mark(), dependencies: dependencies(of: post.session))
    post.session.add(scene)
    scene.withLock { scene in
      scene.page.restore(state)
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
  }

  /// Opens a page again, on a scene of its own, with what was typed in its fields; runs nothing.
  private func offer(_ post: PendingPost, after departure: Departure) {
    let scene = LiveScene(
      mount: post.mount, mark: RandomToken.mark(), dependencies: dependencies(of: post.session))
    post.session.add(scene)
    scene.withLock { scene in
      let opened = scene.page.open(post.location)
      scene.offer(post.form, after: opened)
      finish(post, on: scene, scene.updateAppearances())
    }
  }
}

extension SubmittedForm {
  /// What is said beside a form that is offered again.
  var offering: String {
    drafts.isEmpty
      ? "That page was out of date, so nothing was done. This is how things are now."
      : "That page was out of date, so nothing was done yet. What you had entered is in its fields "
        + "again: check it, and send it once more."
  }

  /// What is said where there are no fields any more for what was typed: browsers keep the page
  /// that it was typed into.
  var whereabouts: String {
    drafts.isEmpty ? "" : " Nothing was done; what you had entered is still on the page before."
  }
}

extension LiveScene {
  /// Puts typed values back into their fields, and says so. To be called under the scene's lock.
  fileprivate func offer(_ form: SubmittedForm, after opened: OpenedLocation?) {
    forgetDrafts()
    for (id, draft) in form.drafts { keep(draft, for: id) }
    notice = opened.map { $0.notice(answering: form) } ?? form.offering
  }
}
