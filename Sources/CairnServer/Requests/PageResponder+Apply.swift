import CairnSessions
import CairnViews
import Dispatch

extension PageResponder {
  /// Writes the fields and runs the button. To be called under the scene's lock.
  func run(_ post: PendingPost, on scene: LiveScene, _ collected: Collected) {
    scene.beginTurn(of: post.submission)
    scene.notice = nil
    let isFirst = !scene.noteSubmission(of: post.token.nonce)
    let revision = scene.revision
    let running = scene.isolation.running
    var (refused, areFieldsGone) = write(post.form, isFirst: isFirst, to: scene, collected)
    if areFieldsGone { scene.notice = Self.fieldsGone }
    var current = collected
    if scene.revision != revision {
      // A field may have taken others with it, or what the button was for.
      current = scene.page.collect(post.form.wanted)
      for id in refused where current.fields[id] == nil {
        refused.remove(id)
        scene.forgetDraft(for: id)
      }
    }
    if current.levels == post.token.layers {
      // On a page that Back led to, what the fields hold may have been submitted before.
      let isClear = refused.isEmpty && !(areFieldsGone && isFirst)
      tap(post.form.tap, on: scene, current, isClear: isClear)
    }
    if scene.revision == revision, scene.isolation.running == running {
      // Nothing was begun, so there is nothing to wait for.
      return finish(post, on: scene, scene.updateAppearances())
    }
    settle(scene, until: .now + settleLimit) { [self] in finish(post, on: $0, $1) }
  }

  private static var fieldsGone: String {
    "A field that you had filled in is not there any more, because something else was changed "
      + "meanwhile. This is how things are now."
  }

  /// Writes the fields that were edited; answers those whose value can not be one of theirs, or
  /// that others edited meanwhile, and whether some are not there any more.
  private func write(
    _ form: SubmittedForm, isFirst: Bool, to scene: LiveScene, _ collected: Collected
  ) -> (refused: Set<UInt64>, areFieldsGone: Bool) {
    var refused: Set<UInt64> = []
    var areFieldsGone = false
    for field in form.fields {
      let id = field.name.id
      if field.isUntouched {
        scene.forgetDraft(for: id)
        continue
      }
      guard let handler = collected.fields[id] else {
        areFieldsGone = true
        continue
      }
      guard !handler.isDisabled else { continue }
      // On a page that Back led to, it was the same user who submitted it before.
      if isFirst, let message = field.contention(with: handler) {
        scene.keep(Draft(typed: field.value, message: message), for: id)
        refused.insert(id)
        continue
      }
      switch handler.write(field.value) {
      case .unchanged, .applied: scene.forgetDraft(for: id)
      case .refused(let message):
        scene.keep(Draft(typed: field.value, message: message), for: id)
        refused.insert(id)
      }
    }
    return (refused, areFieldsGone)
  }

  /// - Parameter isClear: Whether all that was typed could be written.
  private func tap(_ id: UInt64, on scene: LiveScene, _ collected: Collected, isClear: Bool) {
    guard id != 0 else { return }
    guard let handler = collected.taps[id], !handler.isDisabled else {
      scene.notice = "What you chose is not there any more, so nothing was done."
      return
    }
    // A value that can not be read changes nothing; only the way out stays open.
    if isClear || handler.isCancellation { handler.action() }
  }

  /// Answers a submission with where its scene is now. To be called under the scene's lock.
  /// - Parameter isElsewhere: Whether nothing was done, because the scene is elsewhere than the page
  ///   that was submitted: what was typed there stays.
  func finish(
    _ post: PendingPost, on scene: LiveScene, _ summary: PageSummary, isElsewhere: Bool = false
  ) {
    scene.endTurn()
    // Where the page's layer is gone, nobody waits for what its effects would have done.
    if summary.trail.starts(with: post.token.layers) { scene.sayInterruptions() }
    scene.interrupted = []
    if !isElsewhere, summary.trail.last != post.token.layers.last { scene.forgetDrafts() }
    let url = scene.url(showing: summary)
    let answer = SubmissionAnswer(StoredSubmission(post.submission), text: url)
    keeper.store(scene, answer: answer, from: post.token.scene) { [self] outcome in
      switch outcome {
      case .stored(let evictions):
        // First: who goes on at once must not meet what is gone.
        forget(evictions, of: post.session)
        post.finish(url)
      case .answered(let earlier):
        drop(scene, of: post.session)
        post.finish(earlier)
      case .conflict where !post.isSecondAttempt:
        drop(scene, of: post.session)
        var post = post
        post.isSecondAttempt = true
        // This may be called under the lock of the scene.
        DispatchQueue.global().async { [self, post] in run(post) }
      case .conflict, .failed:
        drop(scene, of: post.session)
        post.abandon()
        post.pending.fulfil(unavailable)
      }
    }
  }
}
