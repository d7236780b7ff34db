import Cairn
import CairnHTTP
import CairnViews
import Logging
import Synchronization

extension PageResponder {
  /// How long an answer waits for the effects of its action.
  private static var settleLimit: Duration { .milliseconds(50) }

  /// Applies what a page's form brought, and answers with a redirect to where the scene is then.
  func post(_ request: HTTPRequest, _ mount: Mount, _ location: Location) -> HTTPAnswer {
    let verdict = originCheck.verdict(
      OriginCheck.Headers(
        origin: request.headers["Origin"], host: request.headers["Host"],
        secFetchSite: request.headers["Sec-Fetch-Site"], referer: request.headers["Referer"]),
      isTLS: request.isSecure)
    if case .refused(let refusal) = verdict {
      logger.notice("Refused a POST: \(refusal.rawValue)")
      return .now(errorResponse(status: .forbidden, request: request))
    }
    let visitor = Visitor(request, cookie)
    let form = SubmittedForm(request.form)
    guard !visitor.isNew, let token = openToken(form.token, visitor.id) else {
      return .now(offerAgain(form, mount, location, visitor))
    }
    let session = sessions.session(for: visitor.id) { Session() }
    let submission = Submission(token: token, digest: form.digest)
    let post = Post(
      submission: submission, form: form, token: token, session: session, mount: mount,
      visitor: visitor)
    return begin(post).answer
  }

  /// A form that came back, with all that belongs to it.
  private struct Post {
    let submission: Submission
    let form: SubmittedForm
    let token: PageToken
    let session: Session
    let mount: Mount
    let visitor: Visitor
    let pending = PendingAnswer()

    var answer: HTTPAnswer { pending.answer }

    /// The page's location, relative to where the application is mounted.
    var location: Location {
      let segments = Location(path: token.location)?.segments ?? []
      return Location(Array(segments.dropFirst(mount.prefix.segments.count)))
    }

    func finish(_ url: String) {
      let waiters = session.state.withLock { $0.ring.finish(submission, with: .redirect(url)) }
      pending.fulfil(.redirect(to: url))
      for waiter in waiters { waiter(.redirect(url)) }
    }
  }

  /// Runs a submission, or finds the answer that it had before.
  private func begin(_ post: Post) -> Post {
    enum Step {
      case run, wait
      case redirect(String)
      case offer
    }
    let step: Step = post.session.state.withLock { state in
      switch state.ring.begin(post.submission) {
      case .first, .other: return .run
      case .finished(.redirect(let url)): return .redirect(url)
      case .forgotten: return .offer
      case .inProgress:
        let pending = post.pending
        _ = state.ring.wait(for: post.submission) { answer in
          if case .redirect(let url)? = answer { pending.fulfil(.redirect(to: url)) }
        }
        return .wait
      }
    }
    switch step {
    case .run: run(post)
    case .wait: break
    case .redirect(let url): post.pending.fulfil(.redirect(to: url))
    case .offer:
      post.pending.fulfil(offerAgain(post.form, post.mount, post.location, post.visitor))
    }
    return post
  }

  private func run(_ post: Post) {
    guard let mark = post.token.scene else {
      let scene = LiveScene(
        mount: post.mount, mark: RandomToken.mark(), dependencies: dependencies)
      let fits = scene.withLock { scene in
        let opened = scene.page.open(post.location)
        scene.begin()
        return opened.isComplete
          && scene.page.collect([]).summary.levels.map(\.identity) == post.token.layers
      }
      post.session.add(scene)
      return fits ? apply(post, to: scene) : offer(post, on: scene)
    }
    guard let scene = post.session.scene(mark) else {
      return offer(post, on: newScene(of: post))
    }
    apply(post, to: scene)
  }

  /// Applies a submission where the scene still shows what its page did, or can go back to it.
  private func apply(_ post: Post, to scene: LiveScene) {
    enum Outcome {
      case done
      case fork(Any)
      case offer
    }
    let outcome: Outcome = scene.withLock { scene in
      var collected = scene.page.collect(post.form.wanted)
      if collected.levels != post.token.layers, collected.levels.starts(with: post.token.layers),
        let top = post.token.layers.last
      {
        // The user came back to a page below: what is above it is dismissed, and reducers see that.
        collected.dismiss(downTo: top)
        collected = scene.page.collect(post.form.wanted)
      }
      guard collected.levels == post.token.layers else {
        if scene.wasChangedByEffect(since: post.token.revision) { return .offer }
        return scene.state(at: post.token.revision).map { .fork($0) } ?? .offer
      }
      run(post, on: scene, collected)
      return .done
    }
    switch outcome {
    case .done: break
    case .offer: offer(post, on: newScene(of: post))
    case .fork(let state): fork(post, from: state, current: scene)
    }
  }

  /// Goes on from a page that the scene has left: on a scene of its own, so that neither loses.
  private func fork(_ post: Post, from state: Any, current: LiveScene) {
    let scene = LiveScene(mount: post.mount, mark: RandomToken.mark(), dependencies: dependencies)
    enum Outcome { case done, stale, offer }
    let outcome: Outcome = scene.withLock { scene in
      scene.page.restore(state)
      _ = scene.page.open(post.location)
      scene.begin()
      let collected = scene.page.collect(post.form.wanted)
      guard collected.levels == post.token.layers else { return .offer }
      // What an alert asked then may not be what is so now.
      guard !collected.summary.isPresentingEphemeral else { return .stale }
      post.session.add(scene)
      run(post, on: scene, collected)
      return .done
    }
    switch outcome {
    case .done: break
    case .offer: offer(post, on: newScene(of: post))
    case .stale:
      current.withLock { current in
        current.notice = "That question was answered already, so nothing was done."
        finish(post, on: current)
      }
    }
  }

  /// Writes the fields and runs the button. To be called under the scene's lock.
  private func run(_ post: Post, on scene: LiveScene, _ collected: Collected) {
    scene.notice = nil
    var isRefused = false
    for field in post.form.fields {
      let id = field.name.id
      if field.isUntouched {
        scene.drafts[id] = nil
        continue
      }
      guard let handler = collected.fields[id], !handler.isDisabled else { continue }
      switch handler.write(field.value) {
      case .unchanged, .applied: scene.drafts[id] = nil
      case .refused(let message):
        scene.drafts[id] = Draft(typed: field.value, message: message)
        isRefused = true
      }
    }
    if post.form.tap != 0 {
      let handler = collected.taps[post.form.tap]
      if let handler, !handler.isDisabled {
        // A value that can not be read changes nothing; only the way out stays open.
        if !isRefused || handler.isCancellation { handler.action() }
      } else {
        scene.notice = "What you chose is no longer here, so nothing was done."
      }
    }
    guard scene.isolation.running > 0 else { return finish(post, on: scene) }
    scene.isolation.whenSettled(within: Self.settleLimit) { [self] in
      scene.underLock { finish(post, on: $0) }
    }
  }

  /// Answers a submission with where its scene is now. To be called under the scene's lock.
  private func finish(_ post: Post, on scene: LiveScene) {
    let summary = scene.page.collect([]).summary
    if summary.levels.last?.identity != post.token.layers.last { scene.drafts = [:] }
    scene.runAppearances(of: summary)
    post.finish(
      SceneMark.url(
        path: scene.location.path, scene: scene.mark,
        alert: summary.isPresentingEphemeral ? scene.revision : nil))
  }

  // MARK: Offering again

  private func newScene(of post: Post) -> LiveScene {
    let scene = LiveScene(mount: post.mount, mark: RandomToken.mark(), dependencies: dependencies)
    scene.withLock { scene in
      _ = scene.page.open(post.location)
      scene.begin()
    }
    post.session.add(scene)
    return scene
  }

  private func offer(_ post: Post, on scene: LiveScene) {
    scene.withLock { scene in
      scene.offer(post.form)
      post.finish(SceneMark.url(path: scene.location.path, scene: scene.mark))
    }
  }

  /// Answers a form whose page is not known any more: the same place, with what was typed.
  private func offerAgain(
    _ form: SubmittedForm, _ mount: Mount, _ location: Location, _ visitor: Visitor
  ) -> HTTPResponse {
    let session = sessions.session(for: visitor.id) { Session() }
    let scene = LiveScene(mount: mount, mark: RandomToken.mark(), dependencies: dependencies)
    let url = scene.withLock { scene in
      _ = scene.page.open(location)
      scene.begin()
      scene.offer(form)
      return SceneMark.url(path: scene.location.path, scene: scene.mark)
    }
    session.add(scene)
    var response = HTTPResponse.redirect(to: url)
    if visitor.isNew { response.headers.append("Set-Cookie", cookie.setCookie(for: visitor.id)) }
    return response
  }
}

extension LiveScene {
  /// Puts typed values back into their fields, and says so.
  fileprivate func offer(_ form: SubmittedForm) {
    drafts = form.drafts
    notice =
      drafts.isEmpty
      ? "That page was out of date, so nothing was done. This is how things are now."
      : "That page was out of date, so nothing was done yet. What you had entered is in its fields "
        + "again: check it, and send it once more."
  }
}

extension Collected {
  fileprivate var levels: [UInt64] { summary.levels.map(\.identity) }
}

extension HTTPResponse {
  /// The answer to every form: go and see.
  fileprivate static func redirect(to url: String) -> HTTPResponse {
    var response = HTTPResponse.seeOther(url)
    for (name, value) in SecurityHeaders.page { response.headers.append(name, value) }
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}
