import CairnFeatures
import CairnHTTP
import CairnRecorder
import CairnReducers
import CairnScreens
import CairnSecurity
import CairnSessions
import CairnTexts
import CairnViews

extension PageResponder {
  /// Writes the fields of a form, and runs the action of its button.
  func run(_ post: PendingPost, on access: borrowing SceneAccess) {
    guard !isInterrupted(post, on: access.live) else {
      return advance(post, .interrupted, on: access)
    }
    var post = post
    let scene = access.scene
    let collected = scene.collect(post.form.wanted)
    lookAtShown(post, on: access)
    scene.durable.drafts.setTopLayer(collected.levels.last ?? 0)
    if !post.form.carried.isEmpty {
      // From here on, the scene has the text that only the page had. It must not get into a different field.
      _ = scene.wait(for: post.form.carried, of: [])
      StackElementIDs.leap(beyond: post.location, post.token.layers)
    }
    scene.beginTurn(of: post.submission)
    let notice = scene.durable.notice
    // A quiet form doesn't ask for a change, so the notice stays.
    if !post.form.isQuiet { scene.durable.notice = [] }
    let isHeld = hold(post, rejectedBy: collected, on: scene)
    if isHeld || isHidden(post.form, from: collected) {
      let kept = KeptForm(
        missing: scene.wait(for: post.form.fields, of: post.token.layers),
        losesFiles: post.form.hasFiles)
      scene.durable.notice =
        isHeld ? [.system(.submissionWaits)] : [.system(.formUnavailable)] + kept.rest
      return advance(post, .ran(.elsewhere, begunWork: false), on: access)
    }
    forgetHeldForm(for: post.form, collected, on: scene)
    scene.browser.focus.begin(collected.button(post.form.tap), on: collected.summary)
    if post.form.tap != 0, scene.browser.focus.seeksLinks(to: collected.levels) {
      let links = scene.page.links(String(post.location.path.dropFirst()))
      scene.browser.focus.note(links, to: collected.levels)
    }
    let isFirst = !scene.durable.submitted.note(post.nonce)
    let revision = scene.durable.revision
    let epoch = scene.isolation.epoch
    post.left = process(
      post.form, of: post.token.layers, isFirst: isFirst, after: notice, on: scene, collected)
    // If work hasn't begun, and effects weren't given something to do, there's no need to wait.
    let begunWork = scene.durable.revision != revision || scene.isolation.epoch != epoch
    advance(post, .ran(.done, begunWork: begunWork), on: access)
  }

  /// Writes the fields of a form, and runs the action of its button.
  /// - Parameters:
  ///   - layers: The layers of the form's page.
  ///   - isFirst: Whether the page wasn't submitted before.
  ///   - notice: The notice of the page.
  /// - Returns: The layers of the page that the user is done with if they're gone afterward.
  func process(
    _ form: SubmittedForm, of layers: [UInt64], isFirst: Bool, after notice: [UserText],
    on scene: SceneRuntime, _ collected: Collected
  ) -> [UInt64] {
    let wasAsked = notice == [.system(.leavesInvalid)]
    let wasWarned = notice == [.system(.leavesTyped)]
    scene.recorder?.beginOwn()
    let revision = scene.durable.revision
    let drafts = scene.durable.drafts
    var (refused, areFieldsGone) = write(form, isFirst: isFirst, to: scene, collected)
    if areFieldsGone { scene.durable.notice = [.system(.fieldUnavailable)] }
    var current = collected
    // A form that has neither a button nor refused values doesn't need the new handlers.
    if scene.durable.revision != revision, form.tap != 0 || !refused.isEmpty {
      // A field may have removed other fields, or the subject of the button.
      current = scene.collect(form.wanted)
      for id in refused where current.files[id] == nil {
        guard let handler = current.fields[id] else {
          refused.remove(id)
          scene.durable.drafts.forget(id)
          continue
        }
        scene.durable.drafts.judge(id, by: handler)
      }
    }
    var tapped = Tapped.nothing
    if current.levels == layers {
      // On a page that the user went back to, the fields may contain text that was submitted before.
      let isClear = refused.isEmpty && !(areFieldsGone && isFirst)
      if current.taps[form.tap]?.isBackdrop == true, form.holdsTyped, !wasWarned {
        scene.durable.notice = [.system(.leavesTyped)]
      } else if !refused.isEmpty, current.taps[form.tap]?.isWayBack == true {
        // A user who was warned about the loss, and goes back again, leaves without the text.
        let isSaid =
          wasAsked && refused.allSatisfy { drafts.hasText(of: scene.durable.drafts, in: $0) }
        if !isSaid { scene.durable.notice = [.system(.leavesInvalid)] }
        tapped = tap(form.tap, on: scene, current, isClear: isSaid)
      } else {
        tapped = tap(form.tap, on: scene, current, isClear: isClear)
      }
    }
    scene.recorder?.endOwn(with: recorded(form, without: refused, collected, tapped))
    return Array(tapped.left(layers))
  }

  /// The kind of control that a submission has pressed.
  private enum Tapped {
    case nothing, button, cancellation

    /// Returns the layers of a page that the user is done with if they're gone afterward.
    ///
    /// For a button, that's its own layer. For a control that leaves without saving, the layers below are included.
    func left(_ layers: [UInt64]) -> ArraySlice<UInt64> {
      switch self {
      case .nothing: []
      case .button: layers.suffix(1)
      case .cancellation: layers[...]
      }
    }
  }

  /// Returns the record of a form for the scene's journal.
  private func recorded(
    _ form: SubmittedForm, without refused: Set<UInt64>, _ collected: Collected, _ tapped: Tapped
  ) -> RecordedForm {
    let written = form.fields.filter {
      !$0.isUntouched && !refused.contains($0.name.id)
        && collected.fields[$0.name.id] != nil
    }
    let files = form.uploads.filter {
      !$0.files.isEmpty && !refused.contains($0.id) && collected.files[$0.id] != nil
    }
    let secrets = form.secrets.filter {
      !$0.value.isEmpty && !refused.contains($0.id) && collected.fields[$0.id] != nil
    }
    let unrecorded = secrets.map(\.id) + files.map(\.id)
    var recorded = RecordedForm(
      fields: written.map {
        let isSecret = collected.fields[$0.name.id]?.isSecret == true
        return RecordedForm.Field(id: Hex.text($0.name.id), value: isSecret ? nil : $0.value)
      } + unrecorded.map { RecordedForm.Field(id: Hex.text($0), value: nil) })
    if case .nothing = tapped { return recorded }
    recorded.tap = Hex.text(form.tap)
    return recorded
  }

  /// Returns whether the subject of a form is hidden although its layer is there. For example, a guard may ask the user
  /// to sign in.
  private func isHidden(_ form: SubmittedForm, from collected: Collected) -> Bool {
    guard
      form.fields.contains(where: { !$0.isUntouched && collected.fields[$0.name.id] == nil })
        || form.secrets.contains(where: { !$0.value.isEmpty && collected.fields[$0.id] == nil })
        || form.uploads.contains(where: { !$0.files.isEmpty && collected.files[$0.id] == nil })
    else { return false }
    return form.tap == 0
      ? collected.fields.isEmpty && collected.files.isEmpty : collected.taps[form.tap] == nil
  }

  /// Writes the edited fields of a form, with secrets last.
  /// - Returns: The fields that weren't written, and whether some fields aren't there anymore. For example, a field
  ///   isn't written if its value isn't valid, or if it was changed elsewhere in the meantime.
  private func write(
    _ form: SubmittedForm, isFirst: Bool, to scene: SceneRuntime, _ collected: Collected
  ) -> (refused: Set<UInt64>, areFieldsGone: Bool) {
    var refused: Set<UInt64> = []
    var areFieldsGone = false
    for field in form.fields where collected.fields[field.name.id]?.isSecret != true {
      let id = field.name.id
      guard !field.isUntouched else {
        scene.durable.drafts.forget(id)
        continue
      }
      guard let handler = collected.fields[id] else {
        areFieldsGone = true
        continue
      }
      guard !handler.isDisabled else {
        // For example, the form is being saved for another page.
        scene.durable.drafts.keep(
          Draft(typed: field.value, message: .system(.fieldLocked)), for: id)
        refused.insert(id)
        continue
      }
      // On a page that the user went back to, the other change was made by the same user.
      if isFirst, let message = field.contention(with: handler) {
        scene.durable.drafts.keep(Draft(typed: field.value, message: message), for: id)
        refused.insert(id)
        continue
      }
      switch scene.handle({ handler.write(field.value) }) {
      case .unchanged, .applied: scene.durable.drafts.forget(id)
      case .refused(let message):
        scene.durable.drafts.keep(Draft(typed: field.value, message: message), for: id)
        refused.insert(id)
      }
    }
    // By now, other text is in the state already, so it can't be mistaken for an equal secret.
    for secret in secrets(of: form, collected) {
      guard !secret.value.isEmpty else {
        scene.durable.drafts.forget(secret.id)
        continue
      }
      // Another kind of field could store the text.
      guard let handler = collected.fields[secret.id], handler.isSecret else {
        areFieldsGone = true
        continue
      }
      guard !handler.isDisabled else {
        scene.durable.drafts.keep(Draft(typed: "", message: .system(.fieldLocked)), for: secret.id)
        refused.insert(secret.id)
        continue
      }
      let text = secret.value.reveal()
      // A refused value isn't written anywhere.
      let written = handler.objection(text) == nil ? secret.value : nil
      switch scene.handle(secret: written, { handler.write(text) }) {
      case .unchanged, .applied: scene.durable.drafts.forget(secret.id)
      case .refused(let message):
        scene.durable.drafts.keep(Draft(typed: "", message: message), for: secret.id)
        refused.insert(secret.id)
      }
    }
    for upload in form.uploads {
      let id = upload.id
      guard !upload.files.isEmpty else {
        scene.durable.drafts.forget(id)
        continue
      }
      guard let handler = collected.files[id] else {
        areFieldsGone = true
        continue
      }
      let files = upload.files.map { UploadedFile($0) }
      let verdict =
        handler.isDisabled
        ? .refused(.system(.fieldLocked)) : scene.handle { handler.take(files) }
      switch verdict {
      case .unchanged, .applied: scene.durable.drafts.forget(id)
      case .refused(let message):
        // Files can't be restored, so only the message is kept.
        scene.durable.drafts.keep(Draft(typed: "", message: message), for: id)
        refused.insert(id)
      }
    }
    return (refused, areFieldsGone)
  }

  /// Returns the passwords of a form, including fields that weren't secure on the page but are now. For example, the
  /// program may have been updated.
  private func secrets(of form: SubmittedForm, _ collected: Collected) -> [SubmittedSecret] {
    guard !form.isTyping else { return [] }
    let others = form.fields.filter {
      collected.fields[$0.name.id]?.isSecret == true && !$0.isUntouched
    }
    return form.secrets
      + others.map { field in
        SubmittedSecret(
          id: field.name.id, value: Secret(FieldCheck.singleLine(field.value)))
      }
  }

  /// - Parameter isClear: Whether all typed values could be written.
  private func tap(
    _ id: UInt64, on scene: SceneRuntime, _ collected: Collected, isClear: Bool
  ) -> Tapped {
    guard id != 0 else { return .nothing }
    guard let handler = collected.taps[id], !handler.isDisabled else {
      scene.durable.notice = [.system(.optionUnavailable)]
      return .nothing
    }
    // If a value isn't valid, only a control that leaves without saving works.
    guard isClear || handler.isCancellation else { return .nothing }
    scene.handle { handler.action() }
    return handler.isCancellation ? .cancellation : .button
  }

  /// Stores the result of a submission, and responds with the scene's location.
  func commit(
    _ post: PendingPost, _ ending: SubmissionFlow.Ending, on access: borrowing SceneAccess
  ) {
    var post = post
    let scene = access.scene
    let summary = scene.updateAppearances()
    let turn = scene.endTurn()
    let isElsewhere = ending != .done
    scene.durable.drafts.forgetWaiting(of: post.left.filter { !summary.layerPath.contains($0) })
    // If the page's layer is gone, its user no longer expects anything from its effects.
    if summary.layerPath.starts(with: post.token.layers) { scene.addInterruptionsToNotice() }
    scene.interrupted = []
    if !isElsewhere, let layer = post.token.layers.last, summary.layerPath.last != layer {
      scene.durable.drafts.forgetShown(
        after: post.form, of: layer, isCovered: summary.layerPath.contains(layer),
        owner: scene.session?.owner)
    }
    scene.bringBackDrafts()
    if isElsewhere {
      // For example, an alert that the user went back to.
      let isQuestion =
        summary.isPresentingEphemeral && summary.layerPath.last != post.token.layers.last
      scene.browser.focus.forget(isAsked: ending == .asked || isQuestion)
    } else {
      scene.browser.focus.note(
        on: post.token.layers, at: path(of: post), now: summary, isTyping: post.form.isTyping)
    }
    let url = scene.url(showing: summary)
    // A session that ends has no scenes, so the URL has no scene ID.
    let location = scene.location.url
    let answered = AnsweredPost(
      session: post.continued == nil
        ? StoredSession.ID(bits: post.visitor.id.bits) : post.session.id,
      submission: post.continued ?? post.submission,
      source: post.token.scene.flatMap { StoredScene.Mark($0) },
      url: access.live.session?.isEnding == true ? location : url)
    // The page is rendered after the held form.
    let continues = post.form.tap != 0 && ending == .done && scene.durable.held != nil
    scene.isContinuing = scene.isContinuing || continues
    if post.visitor.live != nil, scene.recorder == nil, !continues, post.continued == nil {
      scene.browser.staysInPlace = summary.layerPath == post.token.layers
      post.patch = patch(answering: post, after: ending, on: access)
    }
    let begunEffects = turn.map { scene.isolation.begunWork > $0.begunBefore } ?? false
    keeper.store(
      access, answered, since: turn?.valuesEpoch, in: post.visitor.trace
    ) { [self, post] outcome in
      compare(post.session, after: outcome, post.onward, in: post.visitor.trace) {
        [self] outcome in
        var commit = committed(outcome, at: url, orEndedAt: location, post)
        if continues { commit = commit.continuing }
        advance(post, .committed(commit, begunEffects: begunEffects))
      }
    }
  }

  /// Returns the result of a commit for the submission's flow.
  ///
  /// The store's evictions are removed from memory first, so that browsers that continue immediately don't find them.
  private func committed(
    _ outcome: SceneKeeper.Outcome, at url: String, orEndedAt location: String, _ post: PendingPost
  ) -> SubmissionFlow.Commit {
    switch outcome {
    case .stored(let evictions):
      forget(evictions, of: post.session)
      return .stored(Destination(url: url, allowsPatch: true))
    case .renewed(let next, let evictions):
      forget(evictions, of: post.session)
      // The patch was made before the session had its new name and owner, which views may show.
      return .stored(Destination(url: url, next: next))
    case .ended(let next): return .stored(Destination(url: location, next: next))
    case .answered(let earlier): return .answered(earlier)
    case .conflict: return isOutdated(post) ? .outdated : .conflict
    case .failed(let error): return error.kind == .tooLarge ? .tooLarge : .failed
    }
  }
}

extension UploadedFile {
  /// Creates the file from a received file.
  fileprivate init(_ file: HTTPFile) {
    self.init(
      name: file.name, contentType: file.contentType, size: file.size, path: file.path,
      owner: file.owner)
  }
}
