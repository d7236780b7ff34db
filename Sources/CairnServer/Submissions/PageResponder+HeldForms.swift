import CairnApplications
import CairnDependencies
import CairnFeatures
import CairnHTTP
import CairnScreens
import CairnSecurity
import CairnSessions
import CairnTexts
import CairnViews

/// Forms that a closed guard has rejected, and that are processed when the guard is open.
extension PageResponder {
  /// Holds a form that isn't processed because a guard has closed since its page was made.
  /// - Returns: Whether the form is held. See ``HeldForm``. A form that may have been processed before can't be held.
  func hold(_ post: PendingPost, on scene: SceneRuntime) -> Bool {
    let form = post.form
    guard post.held == nil, !post.token.isGuarded, post.flow.age == .known,
      !post.flow.hasBegunEffects,
      let owner = post.token.owner, form.tap != 0, form.layer == nil, !form.hasFiles,
      !form.secrets.contains(where: { !$0.value.isEmpty })
    else { return false }
    let held = HeldForm(
      nonce: post.nonce, layers: post.token.layers, tap: form.tap, fields: form.fields,
      owner: owner, expiry: clock.time.advanced(by: HeldForm.lifetime))
    guard held.size <= HeldForm.sizeLimit else { return false }
    scene.durable.held = held
    return true
  }

  /// Discards the held form of a scene, and the text that isn't in the state, if another user signs in.
  func forgetFormOfOtherUser(_ post: PendingPost, on access: borrowing SceneAccess) {
    guard let held = access.scene.durable.held, let owner = access.live.session?.nextOwner,
      held.owner != pageTokenKey(of: post.visitor.name).tag(ofOwner: owner)
    else { return }
    access.scene.durable.held = nil
    access.scene.durable.drafts = SceneDrafts()
  }

  /// Responds to a form that may have opened a guard, after the held form was processed, if there is one.
  func finish(_ post: PendingPost, _ destination: Destination) {
    guard post.mayOpenGuard, let scene = post.scene else { return post.finish(destination) }
    if case .ended? = destination.next { return post.finish(destination) }
    // The result may have been stored by a thread that still has the scene's lock.
    post.onward { [self] in
      guard let next = scene.withLock({ heldPost(after: post, on: $0) }) else {
        return post.finish(destination)
      }
      next.pending.whenFulfilled { response in
        // If the form failed, its text is in its fields on the page that the user sees next.
        let url = response?.status == .seeOther ? response?.headers["Location"] : nil
        post.finish(Destination(url: url ?? destination.url, next: destination.next))
      }
      begin(next)
    }
  }

  /// Returns the held form of a scene as a form to process, or `nil` if there is none or if it can't be processed now.
  private func heldPost(after post: PendingPost, on access: borrowing SceneAccess) -> PendingPost? {
    let scene = access.scene
    guard !scene.isGone, let held = scene.durable.held else { return nil }
    scene.requests.begin(post.visitor.request)
    scene.openRequested()
    guard held.expiry > clock.time else {
      scene.durable.held = nil
      return nil
    }
    let form = SubmittedForm(held)
    let collected = scene.collect(form.wanted)
    guard !collected.summary.isGuarded else { return nil }
    let visitor = post.visitor.continuing(as: post.session.identity.name)
    let owner = ownerTag(in: visitor.name)
    guard held.owner == owner else { return nil }
    guard collected.levels == held.layers, collected.taps[held.tap]?.isDisabled == false else {
      scene.durable.held = nil
      scene.bringBackDrafts()
      if scene.durable.notice.isEmpty { scene.durable.notice = [.system(.optionUnavailable)] }
      return nil
    }
    let token = PageToken(
      scene: scene.sceneID, revision: scene.durable.revision, layers: held.layers,
      location: scene.location.url, nonce: held.nextNonce, owner: owner)
    var next = PendingPost(
      FormRequest(
        form, token, visitor, post.session, post.mount, scene.page.location(),
        onward: post.onward))
    next.held = held
    return next
  }
}

extension SubmittedForm {
  /// Creates a held form, as if it was submitted again.
  init(_ held: HeldForm) {
    self.init(
      [(Self.tapName, Hex.text(held.tap))]
        + held.fields.map { (name: $0.name.text, value: $0.value) })
  }
}
