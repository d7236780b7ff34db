import CairnDependencies
import CairnFeatures
import CairnScreens
import CairnTexts
import CairnViews

/// The result of restoring the fields of a form that wasn't processed, and the message about it.
struct KeptForm {
  /// The result for text that was typed into fields that aren't there.
  enum Missing {
    case nothing
    /// The text is kept until the fields are there again.
    case waits
    /// The text isn't kept, because it's too long. The browser still has it on the page before.
    case onPageBefore
  }

  /// Whether text is in at least one field again.
  var isInFields = false
  var missing = Missing.nothing
  /// The texts to show in the message. They're set if the form's screen may have opened again as a different one, so
  /// that its fields never appear.
  var waiting: [String] = []
  /// Whether the form contained files, which aren't kept.
  var losesFiles = false
  /// Whether the form arrived without the session's cookie. If the browser blocks cookies, submitting again doesn't
  /// help.
  var lacksCookie = false

  /// The message next to a form that's restored.
  var restoreNotice: [UserText] {
    if lacksCookie {
      return [.system(.cookiesBlocked)]
        + (isInFields ? [.system(.enteredTextRestored)] : []) + rest
    }
    return [.system(isInFields ? .pageOutdatedTextRestored : .pageOutdated)] + rest
  }

  /// The addition to the message if the page's location couldn't be opened.
  var previousPageNote: [UserText] {
    isInFields || missing != .nothing ? [.system(.unchangedTextOnPreviousPage)] : []
  }

  /// The addition to the message about fields that aren't there, and about files.
  var rest: [UserText] { missingRest + (losesFiles ? [.system(.filesLost)] : []) }

  private var missingRest: [UserText] {
    switch missing {
    case .nothing: []
    case .waits: [.system(isInFields ? .someTextWaits : .textWaits)] + typedTexts
    case .onPageBefore: [.system(.textOnPreviousPage)]
    }
  }

  private var typedTexts: [UserText] {
    waiting.isEmpty ? [] : [.system(.typedTexts(waiting))]
  }
}

extension SceneRuntime {
  /// Restores the text of a form that wasn't processed, and sets the notice.
  /// - Parameters:
  ///   - opened: How the page's location was opened, or `nil` if it wasn't.
  func restoreForm(_ form: SubmittedForm, of layers: [UInt64], after opened: OpenedLocation?) {
    let kept = keep(form, of: layers, isOpened: opened != nil)
    // If the user hasn't entered or pressed anything, a notice about an unprocessed form would only confuse.
    let reported = form.isQuiet && form.layer == nil ? nil : kept
    durable.notice =
      opened.map { $0.notice(answering: reported) } ?? reported?.restoreNotice ?? []
  }

  /// Restores the values of a form that the scene doesn't have.
  ///
  /// These are the values of edited fields, and of untouched fields whose value has changed since the page was made.
  /// The latter may not be stored anywhere else, so the current value is shown next to them. Values of fields that
  /// aren't there wait for their fields. These include text that a script has sent before, because only the scene that's
  /// gone had it.
  /// - Parameter isOpened: Whether the page's location was opened again, perhaps without the form's fields.
  @discardableResult
  func keep(_ form: SubmittedForm, of layers: [UInt64], isOpened: Bool = false) -> KeptForm {
    let collected = collect(form.wanted)
    durable.drafts.setTopLayer(collected.levels.last ?? 0)
    durable.drafts.forgetShown()
    var kept = KeptForm(losesFiles: form.hasFiles)
    let fields = form.fields + form.carried
    for field in fields {
      guard let handler = collected.fields[field.name.id] else { continue }
      var draft = Draft(typed: field.value, message: nil)
      if field.isUntouched {
        guard let current = handler.current(), FieldCheck.hash(of: current) != field.name.check
        else { continue }
        if !current.isEmpty { draft.message = field.difference(from: handler) }
      } else if handler.isSecret {
        continue
      }
      durable.drafts.keep(draft, for: field.name.id)
      kept.isInFields = true
    }
    let missing = fields.filter { collected.fields[$0.name.id] == nil }
      .map { form.edited.contains($0.name.id) ? $0.edited : $0 }
    if collected.fields.isEmpty || collected.levels.last != layers.last {
      kept.missing = wait(for: missing, of: layers)
      if kept.missing == .waits, isOpened { kept.waiting = Self.texts(of: missing) }
      return kept
    }
    // Another field of the form has hidden these fields, and may show them again.
    for field in missing where !field.isUntouched {
      durable.drafts.keep(Draft(typed: field.value, message: nil), for: field.name.id)
      kept.isInFields = true
    }
    return kept
  }

  /// Keeps the values of a page's fields until the fields are there again.
  func wait(for fields: [SubmittedField], of layers: [UInt64]) -> KeptForm.Missing {
    guard fields.contains(where: { !$0.isUntouched }) else { return .nothing }
    return durable.drafts.wait(for: fields, of: layers.last ?? 0, owner: session?.owner)
      ? .waits : .onPageBefore
  }

  /// Returns the text that was typed into fields that aren't there, if it's short enough to show.
  private static func texts(of missing: [SubmittedField]) -> [String] {
    missing.filter { !$0.isUntouched }.map(\.value).filter { (1...200).contains($0.count) }
  }

  /// Discards text that waits for its fields, and that another owner of the session has typed.
  func forgetTextOfOthers() {
    guard !durable.drafts.waiting.isEmpty else { return }
    // A page that's made from a copy of a scene has only the dependency.
    @Dependency(\.session) var current
    guard let owner = session?.nextOwner ?? current.owner else { return }
    durable.drafts.forgetWaiting(exceptOf: owner)
  }

  /// Restores text to fields that are there again, and sets the notice.
  func bringBackDrafts() {
    forgetTextOfOthers()
    guard !durable.drafts.waiting.isEmpty else { return }
    let collected = collect(Set(durable.drafts.waiting.map(\.field.name.id)))
    if durable.drafts.meet(collected.fields, on: collected.levels.last ?? 0), durable.notice.isEmpty
    {
      durable.notice = [.system(.textRestored)]
    }
  }
}
