import CairnApplications
import CairnDependencies
import CairnFeatures
import CairnScreens
import CairnSecurity
import CairnSessions
import CairnTexts
import CairnViews
import Foundation

/// Forms that a closed guard has rejected, and that are processed when the user has opened the guard.
extension PageResponder {
  /// Holds a form if a guard has closed since its page was made, and has hidden its button. Returns whether it's held.
  ///
  /// A form that may have been processed before can't be held.
  func hold(
    _ post: PendingPost, rejectedBy collected: Collected, on scene: SceneRuntime
  ) -> Bool {
    guard collected.taps[post.form.tap] == nil, collected.summary.closedGuards != 0,
      post.flow.age == .known, !post.flow.hasBegunEffects, scene.page.location() == post.location,
      let held = HeldForm(
        post.form, nonce: post.nonce, of: post.token, revision: scene.durable.revision,
        in: scene.situation(collected, after: .form))
    else { return false }
    scene.durable.held = held
    return true
  }

  /// Drops the held form if the user submits something else on an open page, or if its time is over. Otherwise, the page
  /// still reports that the form is held.
  func forgetHeldForm(for form: SubmittedForm, _ collected: Collected, on scene: SceneRuntime) {
    guard let held = scene.durable.held, !form.isQuiet, !scene.isContinuing else { return }
    switch held.verdict(in: scene.situation(collected, after: .request), isSame: { false }) {
    case .dropped(.expired): scene.dropHeldForm(.expired)
    case .dropped: scene.durable.held = nil
    case .waits, .continues: scene.durable.notice = [.system(.submissionWaits)]
    }
  }

  /// Processes the held form of a scene, or drops it, if that's possible now.
  func continueForm(
    on access: borrowing SceneAccess, after cause: HeldForm.Cause
  ) -> HeldForm.Verdict {
    let scene = access.scene
    guard let held = scene.durable.held, !scene.isGone else { return .waits }
    scene.openRequested()
    let form = SubmittedForm(held)
    let collected = scene.collect(form.wanted)
    let verdict = held.verdict(in: scene.situation(collected, after: cause)) {
      scene.shows(held, collected)
    }
    switch verdict {
    case .waits: break
    case .dropped(let reason): scene.dropHeldForm(reason)
    case .continues:
      scene.durable.held = nil
      scene.beginTurn(of: held.submission, hasResponse: cause == .form)
      scene.durable.drafts.setTopLayer(collected.levels.last ?? 0)
      scene.durable.notice = []
      let left = process(
        form, of: held.layers, isFirst: true, after: [], on: scene, collected)
      if scene.durable.notice.isEmpty {
        scene.durable.notice = [
          .system(left.isEmpty ? .submissionDropped : .submissionContinued)
        ]
      }
      if cause == .effect {
        let summary = scene.updateAppearances()
        _ = scene.endTurn()
        scene.durable.drafts.forgetWaiting(of: left.filter { !summary.layerPath.contains($0) })
        scene.bringBackDrafts()
      }
    }
    return verdict
  }

  /// Processes the held form after a submission that may have opened its guard.
  func continueForm(after post: PendingPost, on access: borrowing SceneAccess) {
    let scene = access.scene
    scene.isContinuing = false
    let session = SessionID(bits: post.session.id.bits)
    guard let held = scene.durable.held,
      !registrar.isRenewing(session, exceptBy: access.live.session?.holder)
    else { return advance(post, .continued(.nothing), on: access) }
    let epoch = scene.isolation.epoch
    switch continueForm(on: access, after: .form) {
    case .waits: advance(post, .continued(.nothing), on: access)
    case .dropped:
      access.report(.changed)
      advance(post, .continued(.nothing), on: access)
    case .continues:
      var post = post
      post.continued = held.submission
      post.left = Array(held.layers.suffix(1))
      let begunWork = scene.isolation.epoch != epoch
      advance(post, .continued(begunWork ? .working : .done), on: access)
    }
  }

  /// Drops the held form of a scene if a page shows that its guard is open. Returns the notice for the page.
  func noticeOfHeldForm(
    _ notice: [UserText], on access: borrowing SceneAccess
  ) -> [UserText] {
    let scene = access.scene
    guard scene.turn == nil, !scene.isContinuing,
      case .dropped = continueForm(on: access, after: .request)
    else { return notice }
    access.report(.changed)
    return scene.durable.notice
  }
}

extension SceneRuntime {
  fileprivate func situation(
    _ collected: Collected, after cause: HeldForm.Cause
  ) -> HeldForm.Situation {
    @Dependency(\.session) var current
    @Dependency(\.date) var date
    return HeldForm.Situation(
      cause: cause, location: page.location().url, guards: collected.summary.closedGuards,
      owner: session?.nextOwner ?? current.owner, time: date.now)
  }

  fileprivate func dropHeldForm(_ reason: HeldForm.Reason) {
    durable.held = nil
    durable.notice.removeAll { $0 == .system(.submissionWaits) }
    if reason.isReported { durable.notice.insert(.system(.submissionDropped), at: 0) }
  }

  /// Returns whether the page is the same as when a form was rejected, apart from its guards.
  ///
  /// A button's ID can belong to another object by now, for example if it's the ID of a row with an index. The page of
  /// the state from then is therefore compared with the current page.
  fileprivate func shows(_ held: HeldForm, _ collected: Collected) -> Bool {
    guard collected.levels == held.layers, collected.taps[held.tap]?.isDisabled == false else {
      return false
    }
    let location = page.location()
    let probe = LiveScene(mount: mount, record: nil, dependencies: DependencyValues._current)
    return probe.withLock { access in
      let probe = access.scene
      for checkpoint in durable.history.checkpoints.reversed()
      where checkpoint.revision <= held.revisions.upperBound {
        guard let state = checkpoint.state.value(by: page.coder) else { return false }
        probe.restore(state)
        if probe.collect().levels != held.layers { _ = probe.open(location) }
        let past = probe.collect([held.tap])
        // A guard that depends on the state may have been closed in this state.
        if past.levels == held.layers, past.taps[held.tap] != nil {
          return probe.markup() == markup()
        }
        if checkpoint.revision <= held.revisions.lowerBound { return false }
      }
      return false
    }
  }

  /// Returns the markup of the page without typed text and notices.
  private func markup() -> [UInt8] {
    var context = PageContext()
    context.isRemembered = false
    return page.render(context).bytes.withBytes { Array($0) }
  }
}
