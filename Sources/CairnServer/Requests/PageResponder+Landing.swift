import CairnReducers
import CairnScreens
import CairnViews

/// What follows from where a submission lands.
extension PageResponder {
  /// Works on a submission by the rule that its scene and its page give.
  ///
  /// - Returns: False where the scene has ended, so that it has to be found in the store.
  func land(_ post: PendingPost, on scene: LiveScene) -> Bool {
    var post = post
    let landing: Landing? = scene.withLock { scene in
      guard !scene.isolation.isEnded else { return nil }
      let collected = scene.page.collect(post.form.wanted)
      let landing = Landing(standing(of: post, on: scene, collected)) {
        guard post.beginning == nil else { return .byUser }
        let departure: Departure
        (departure, post.beginning) = scene.departure(
          from: post, dependencies: dependencies(of: post.session))
        return departure
      }
      if landing == .forked, post.beginning == nil { post.beginning = scene.copy() }
      carryOut(landing, post, on: scene, collected)
      return landing
    }
    guard let landing else { return false }
    carryOutElsewhere(landing, post)
    return true
  }

  private func standing(
    of post: PendingPost, on scene: LiveScene, _ collected: Collected
  ) -> Standing {
    Standing(
      layers: .init(of: post.token.layers, now: collected.levels),
      isAtQuery: scene.page.hasQuery(post.location),
      isReduced: scene.reducedSince.map { post.token.issued < $0 } ?? false,
      // What a script sends while somebody types waits for its field, where that is gone.
      isTyped: !post.form.drafts.isEmpty && !post.form.isTyping,
      isDuplicated: post.form.asksForScene && post.beginning == nil,
      isForgotten: post.isForgotten)
  }

  /// Does what is to be done on the scene. To be called under the scene's lock.
  private func carryOut(
    _ landing: Landing, _ post: PendingPost, on scene: LiveScene, _ collected: Collected
  ) {
    switch landing {
    case .current: run(post, on: scene, collected)
    case .back: goBack(post, on: scene, collected)
    case .refused(.questionClosed):
      let kept = KeptForm(missing: scene.wait(for: post.form.fields, of: post.token.layers))
      scene.notice = "That question is not open any more, so nothing was done." + kept.rest
      finish(post, on: scene, scene.updateAppearances(), isElsewhere: true)
    case .refused(.hidden): nothingIsDone(post, on: scene, scene.updateAppearances())
    case .refused(.asked):
      nothingIsDone(post, on: scene, scene.updateAppearances(), because: Self.asked)
    case .refused(.movedOn):
      settle(scene, until: .now + settleLimit) { [self] in nothingIsDone(post, on: $0, $1) }
    case .offered(.onItsScene): offer(post, on: scene, after: nil)
    case .born, .forked, .offered, .repeated: break
    }
  }

  /// Does what is to be done on another scene than the page's. To be called without a lock.
  private func carryOutElsewhere(_ landing: Landing, _ post: PendingPost) {
    switch landing {
    case .born: beginScene(of: post.mount, post.session) { bear(post, $0) }
    case .forked where post.mark == post.token.offspring:
      // The scene that the page began has left it too.
      beginScene(of: post.mount, post.session) { fork(post, $0) }
    case .forked:
      var post = post
      post.mark = post.token.offspring
      run(post)
    case .offered(.onNewScene): offer(post)
    case .current, .back, .refused, .offered, .repeated: break
    }
  }

  /// Goes on with a submission whose scene is not there.
  /// - Parameter isNamed: Whether a scene that begins is named by the page, so that Back to the page finds it.
  func landWithoutScene(_ post: PendingPost, isNamed: Bool) {
    let absence: Landing.Absence =
      post.mark != post.token.offspring || post.isForgotten
      ? .gone : post.beginning == nil ? .unborn : .leftByUser
    let begin = { [self] (scene: LiveScene) in
      if case .leftByUser = absence { fork(post, scene) } else { bear(post, scene) }
    }
    switch Landing(absence) {
    case .born, .forked:
      guard isNamed else { return beginScene(of: post.mount, post.session, begin) }
      if !beginScene(of: post.mount, post.session, mark: post.mark, begin) {
        // Another submission of the page has begun it in this moment.
        runAgain(post)
      }
    case .current, .back, .refused, .offered, .repeated: offer(post)
    }
  }

  /// The user came back to a page below: what is above it is dismissed, and reducers see that. What
  /// they have to do then, such as to save, is done before what comes next. To be called under the
  /// scene's lock.
  private func goBack(
    _ post: PendingPost, on scene: LiveScene, _ collected: Collected
  ) {
    guard let top = post.token.layers.last else {
      return nothingIsDone(post, on: scene, scene.updateAppearances())
    }
    lookAtShown(post, on: scene)
    let running = scene.isolation.running
    scene.beginTurn(of: post.submission, isBack: true)
    // It was said of what is left.
    scene.notice = nil
    let isAsked = collected.asks(above: top)
    // Whoever leaves a page that way wants nothing of it any more.
    if !isAsked { scene.drafts.forgetWaiting(of: collected.levels.suffix(1)) }
    scene.recorder?.beginOwn()
    _ = scene.handle { collected.dismiss(downTo: top) }
    scene.recorder?.endOwn(backTo: top)
    let hasBegun = scene.isolation.running > running
    settle(scene, until: hasBegun ? .now + settleLimit : .now) { [self] scene, _ in
      guard !scene.isGone else { return runLater(post) }
      arrive(post, .back, on: scene, after: nil, wasAsked: isAsked)
    }
  }

  /// The first submission of a page: its scene is born. To be called under the scene's lock.
  private func bear(_ post: PendingPost, _ scene: LiveScene) {
    let opened = scene.page.open(post.opening)
    if post.form.isQuiet { scene.notice = opened.notice(answering: nil) }
    // What the page showed may have come from the work of its views.
    settle(scene, until: .now + settleLimit) { [self] scene, _ in
      guard !scene.isGone else { return runLater(post) }
      arrive(post, .born, on: scene, after: opened)
    }
  }

  /// Goes on with a submission when its scene has been brought to its page. To be called under the scene's
  /// lock.
  private func arrive(
    _ post: PendingPost, _ landing: Landing, on scene: LiveScene, after opened: OpenedLocation?,
    wasAsked: Bool = false
  ) {
    let collected = scene.page.collect(post.form.wanted)
    let isSame = collected.levels == post.token.layers
    let isAsking = collected.summary.isPresentingEphemeral
    switch landing.arrived(isSame: isSame, isAsking: isAsking, wasAsked: wasAsked) {
    case .current: run(post, on: scene, collected)
    case .refused(.asked):
      nothingIsDone(post, on: scene, scene.updateAppearances(), because: Self.asked)
    // It has led to something else, which comes first.
    case .refused: nothingIsDone(post, on: scene, scene.updateAppearances())
    case .born, .back, .forked, .repeated, .offered: offer(post, on: scene, after: opened)
    }
  }

  /// Works on a submission once more when the lock of its scene, which has gone, is free.
  func runLater(_ post: PendingPost) {
    // What it has changed of the session's values is not stored with the scene.
    post.session.values.takeBack()
    workload.onward { [self, post] in runAgain(post) }
  }

  /// Answers with what is current, where a page does not show that. To be called under the scene's
  /// lock.
  private func nothingIsDone(
    _ post: PendingPost, on scene: LiveScene, _ summary: PageSummary,
    because reason: String = PageResponder.changed
  ) {
    let isLookedAt = post.form.tap == 0 && post.form.drafts.isEmpty
    let kept = KeptForm(missing: scene.wait(for: post.form.fields, of: post.token.layers))
    let isClosed = post.form.isTyping && reason == Self.changed
    scene.notice = isLookedAt ? nil : (isClosed ? Self.closed : reason) + kept.rest
    finish(post, on: scene, summary, isElsewhere: true, isAsked: reason == Self.asked)
  }

  private static var changed: String {
    "The page had changed meanwhile, so nothing was done. This is how things are now."
  }

  private static var closed: String { "The form closed while you were typing." }

  private static var asked: String {
    "This page asks before it is left, so nothing else was done."
  }

  /// Goes on from a page that the scene has left: on a scene of its own, so that neither loses. To be
  /// called under the new scene's lock.
  private func fork(_ post: PendingPost, _ scene: LiveScene) {
    guard let beginning = post.beginning else {
      return offer(post, on: scene, after: scene.page.open(post.location))
    }
    scene.page.restore(beginning.state)
    scene.interrupted = beginning.interruptions
    scene.drafts = SceneDrafts(waiting: beginning.waiting)
    let isThere =
      scene.page.collect([]).levels == post.token.layers && scene.page.hasQuery(post.location)
    // Where it is not, the page was made of a copy with its location opened.
    if !isThere { StackElementIDs.leap(from: scene.page.location()) }
    let opened = isThere ? nil : scene.page.open(post.location)
    // As with one that is born.
    settle(scene, until: .now + settleLimit) { [self] scene, _ in
      guard !scene.isGone else { return runLater(post) }
      arrive(post, .forked, on: scene, after: opened)
    }
  }

  /// Opens a page again, on a scene of its own, with what was typed in its fields; runs nothing.
  func offer(_ post: PendingPost) {
    beginScene(of: post.mount, post.session) { scene in
      offer(post, on: scene, after: scene.page.open(post.location))
    }
  }

  /// Puts what was typed into the fields of a scene, to be sent once more; runs nothing. To be called under
  /// the scene's lock.
  private func offer(_ post: PendingPost, on scene: LiveScene, after opened: OpenedLocation?) {
    scene.offer(post.form, of: post.token.layers, after: opened)
    // What waits for a field that is not here is for no other.
    StackElementIDs.leap(beyond: post.location, post.token.layers)
    finish(post, on: scene, scene.updateAppearances())
  }
}
