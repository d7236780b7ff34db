import CairnScreens
import CairnViews
import Dispatch

/// Submissions of pages that their scene may have left.
extension PageResponder {
  /// Applies a submission where the scene still shows what its page did, or can go back to it.
  ///
  /// - Returns: False where the scene has ended, so that it has to be found in the store.
  func apply(_ post: PendingPost, to scene: LiveScene) -> Bool {
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
  func runLater(_ post: PendingPost) {
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
  func fork(_ post: PendingPost, _ scene: LiveScene, _ beginning: Beginning) {
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
  func offer(_ post: PendingPost) {
    beginScene(of: post.mount, post.session) { scene in
      let opened = scene.page.open(post.location)
      scene.offer(post.form, of: post.token.layers, after: opened)
      finish(post, on: scene, scene.updateAppearances())
    }
  }
}
