import CairnApplications
import CairnDependencies
import CairnRecorder
import CairnReducers
import CairnScreens
import CairnSecurity
import CairnTexts
import CairnViews

/// The work of a submission on its scene.
extension PageResponder {
  func perform(
    _ command: SubmissionFlow.SceneCommand, _ post: PendingPost, on access: borrowing SceneAccess
  ) {
    access.scene.trace = post.visitor.trace
    access.scene.requests.begin(post.visitor.request)
    switch command {
    case .dispatch: dispatch(post, on: access)
    case .dismiss: dismiss(post, on: access)
    case .settle(let waits):
      if case .settling(_, .done) = post.flow.phase { prepare(post, on: access) }
      let limit = waits ? settleLimit(for: post.visitor) : .zero
      settle(access, for: limit, isSubmission: true, post.onward) {
        [self] access, _ in
        advance(post, .settled(isGone: access.scene.isGone), on: access)
      }
    case .arrive: arrive(post, on: access)
    case .run: run(post, on: access)
    case .refuse(let refusal): refuse(post, refusal, on: access)
    case .restore:
      access.scene.restoreForm(post.form, of: post.token.layers, after: post.opened)
      // Text that waits for a field that isn't here must not get into a different field.
      StackElementIDs.leap(beyond: post.location, post.token.layers)
      advance(post, .ran(.done, begunWork: false), on: access)
    case .giveUp:
      _ = access.scene.endTurn()
      access.live.session?.giveUp()
      // The next attempt creates a new scene for the submission.
      if access.live.record?.isStored == false { drop(access.live, of: post.session) }
    case .commit(let ending): commit(post, ending, on: access)
    case .continueForm: continueForm(after: post, on: access)
    }
  }

  /// Decides how a submission is processed on its scene.
  private func dispatch(_ post: PendingPost, on access: borrowing SceneAccess) {
    guard !access.live.isolation.isEnded else { return advance(post, .sceneEnded, on: access) }
    var post = post
    let scene = access.scene
    let collected = scene.collect(post.form.wanted)
    let dispatch = PostDispatch(standing(of: post, on: scene, collected)) {
      guard post.beginning == nil else { return .byUser }
      let divergence: Divergence
      (divergence, post.beginning) = scene.divergence(
        from: post.token, at: post.location, post.form,
        dependencies: dependencies(of: post.session, for: post.visitor.request))
      return divergence
    }
    if dispatch == .branched, post.beginning == nil { post.beginning = scene.copy() }
    advance(post, .dispatched(dispatch), on: access)
  }

  private func standing(
    of post: PendingPost, on scene: SceneRuntime, _ collected: Collected
  ) -> Standing {
    Standing(
      layers: .init(
        of: post.token.layers, now: collected.levels,
        isCovered: post.token.layers.last.map(collected.isCovered) ?? false,
        hasOpened: ![0, collected.summary.closedGuards].contains(post.token.guards)),
      isAtQuery: scene.page.hasQuery(post.location),
      isReduced: scene.durable.reducedSince.map { post.token.issued < $0 } ?? false,
      // Text that the script sends while the user is typing waits for its field if that is gone.
      isTyped: !post.form.drafts.isEmpty && !post.form.isTyping,
      isDuplicated: post.form.asksForScene && post.beginning == nil,
      isForgotten: post.flow.age == .forgotten)
  }

  /// Dismisses the layers above a page that the user went back to.
  ///
  /// Reducers see that. Their resulting work, such as saving, is done before the submission continues. Text that isn't
  /// valid would be lost without a message, so the layers stay the first time, as with the bar's Back button.
  private func dismiss(_ post: PendingPost, on access: borrowing SceneAccess) {
    var post = post
    let scene = access.scene
    guard let top = post.token.layers.last else {
      return advance(post, .dismissed(begunWork: false), on: access)
    }
    let collected = scene.collect(post.form.wanted)
    // A guard may have closed since the form's dispatch.
    guard !collected.isCovered(top) else {
      return advance(post, .dismissed(begunWork: false), on: access)
    }
    // The user has left the page on which a guard rejected a form.
    scene.durable.held = nil
    lookAtShown(post, on: access)
    let running = scene.isolation.running
    scene.beginTurn(of: post.submission, isBack: true)
    let wasWarned = scene.durable.notice == [.system(.leavesInvalid)]
    // The notice was about the dismissed layers.
    scene.durable.notice = []
    post.obstacle = nil
    if collected.asks(above: top) {
      post.obstacle = .question
    } else {
      scene.durable.drafts.setTopLayer(collected.levels.last ?? 0)
      if post.form.layer != nil, !wasWarned, scene.durable.drafts.areRejected {
        post.obstacle = .rejectedText
        return advance(post, .dismissed(begunWork: false), on: access)
      }
      // A user who leaves a page with Back discards its text.
      scene.durable.drafts.forgetShown()
      scene.durable.drafts.forgetWaiting(of: collected.levels.suffix(1))
    }
    scene.recorder?.beginOwn()
    _ = scene.handle { collected.dismiss(downTo: top) }
    scene.recorder?.endOwn(backTo: top)
    advance(post, .dismissed(begunWork: scene.isolation.running > running), on: access)
  }

  /// Prepares a new scene for a submission.
  func begin(_ post: PendingPost, _ dispatch: PostDispatch, on access: borrowing SceneAccess) {
    var post = post
    let scene = access.scene
    post.scene = access.live
    switch dispatch {
    case .created:
      let opened = scene.open(post.opening)
      post.opened = opened
      if post.form.isQuiet { scene.durable.notice = opened.notice(answering: nil) }
    case .branched where post.beginning != nil:
      post.opened = continueFromPage(post, on: scene)
    case .current, .back, .branched, .refused, .restored:
      post.opened = scene.open(post.location)
    }
    advance(post, .begun(dispatch), on: access)
  }

  /// Continues from a page that its scene has left, on another scene, so that neither scene loses state.
  /// - Returns: How the page's location was opened, or `nil` if the state was already at that location.
  private func continueFromPage(_ post: PendingPost, on scene: SceneRuntime) -> OpenedLocation? {
    guard let beginning = post.beginning else { return nil }
    scene.restore(beginning.state)
    scene.copyInterruptions(from: beginning)
    scene.durable.drafts = SceneDrafts(waiting: beginning.waiting)
    if scene.collect().levels == post.token.layers, scene.page.hasQuery(post.location) {
      return nil
    }
    // The page was made from a copy of the scene in which its location was opened.
    StackElementIDs.leap(from: scene.page.location())
    return scene.open(post.location)
  }

  /// Compares a scene with the page after the scene was brought there.
  private func arrive(_ post: PendingPost, on access: borrowing SceneAccess) {
    let collected = access.scene.collect(post.form.wanted)
    let arrival = SubmissionFlow.Arrival(
      isSame: collected.levels == post.token.layers,
      isAsking: collected.summary.isPresentingEphemeral, wasAsked: post.obstacle != nil)
    advance(post, .arrived(arrival), on: access)
  }

  /// Explains why a form isn't processed.
  private func refuse(
    _ post: PendingPost, _ refusal: PostDispatch.Refusal, on access: borrowing SceneAccess
  ) {
    let scene = access.scene
    let kept = KeptForm(missing: scene.wait(for: post.form.fields, of: post.token.layers))
    let isLookedAt = post.form.tap == 0 && post.form.drafts.isEmpty
    switch refusal {
    case .questionClosed:
      scene.durable.notice = [.system(.questionClosed)] + kept.rest
    case .asked where post.obstacle == .rejectedText:
      scene.durable.notice = [.system(.leavesInvalid)]
    case .hidden, .asked, .movedOn:
      let isClosed = post.form.isTyping && refusal != .asked
      let reason: SystemText =
        refusal == .asked ? .questionOpen : isClosed ? .formClosed : .pageChanged
      let isHeld =
        refusal == .hidden
        && hold(post, rejectedBy: scene.collect(post.form.wanted), on: scene)
      scene.durable.notice =
        isHeld ? [.system(.submissionWaits)] : isLookedAt ? [] : [.system(reason)] + kept.rest
    }
    advance(post, .ran(refusal == .asked ? .asked : .elsewhere, begunWork: false), on: access)
  }
}
