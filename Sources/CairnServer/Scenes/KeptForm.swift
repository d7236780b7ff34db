import CairnScreens
import CairnViews

/// Where the fields of a form went that was not worked on, and what is said of them.
struct KeptForm {
  /// What became of what was typed into fields that are not there.
  enum Missing {
    case nothing
    /// It is kept until they are there again.
    case waits
    /// It was too much, or nothing is kept for who sent it. Browsers keep the page that it was typed
    /// into.
    case onPageBefore
  }

  /// Whether something is in its field again.
  var isInFields = false
  var missing = Missing.nothing
  /// What waits, where its screen may be here again as another one, so that it would wait in vain.
  var waiting: [String] = []
  /// Whether files came with it, of which nothing is kept.
  var losesFiles = false

  /// The same where nothing outlives the page.
  var onPageAlone: KeptForm {
    var kept = self
    if kept.missing == .waits { kept.missing = .onPageBefore }
    return kept
  }

  /// What is said beside a form that is offered again.
  var offering: String {
    guard isInFields else {
      return "That page was out of date, so nothing was done. This is how things are now." + rest
    }
    return "That page was out of date, so nothing was done yet. What you had entered is in its "
      + "fields again: check it, and send it once more." + rest
  }

  /// What is said where there is no place any more that could have fields.
  var whereabouts: String {
    guard isInFields || missing != .nothing else { return "" }
    return " Nothing was done; what you had entered is still on the page before."
  }

  /// What is said of the fields that are not there, after what has happened.
  var rest: String {
    missingRest + (losesFiles ? " A file was not kept: choose it again." : "")
  }

  private var missingRest: String {
    switch missing {
    case .nothing: ""
    case .waits where isInFields:
      " Some of it has no field here now: it is kept, and is in its field as soon as that is there."
        + said
    case .waits:
      " What you typed is kept, and is in its field again as soon as that is there: send it then."
        + said
    case .onPageBefore: " What you had entered is still on the page before."
    }
  }

  private var said: String {
    let texts = waiting.map { "“\($0)”" }
    return texts.isEmpty ? "" : " It was \(texts.joined(separator: ", "))."
  }
}

extension SceneRuntime {
  /// Puts what a page had in its fields back into them, and says so.
  func offer(_ form: SubmittedForm, of layers: [UInt64], after opened: OpenedLocation?) {
    var kept = keep(form, of: layers)
    if kept.missing == .waits, opened != nil { kept.waiting = texts(of: form) }
    // Who has done nothing is not told that nothing was done.
    let told = form.isQuiet && form.layer == nil ? nil : kept
    durable.notice = opened.map { $0.notice(answering: told) } ?? told?.offering
  }

  /// Puts what a page had in its fields back into them, where the scene has not: what was typed, and
  /// what was applied before and is known nowhere else any more, with what the field has now beside
  /// it. What has no field here waits for it.
  /// - Parameter layers: The page's.
  @discardableResult
  func keep(_ form: SubmittedForm, of layers: [UInt64]) -> KeptForm {
    let collected = collect(form.wanted)
    durable.drafts.setTopLayer(collected.levels.last ?? 0)
    durable.drafts.forgetShown()
    var kept = KeptForm(losesFiles: form.hasFiles)
    for field in form.fields {
      guard let handler = collected.fields[field.name.id] else { continue }
      var draft = Draft(typed: field.value, message: nil)
      if field.isUntouched {
        guard let current = handler.current(), FieldCheck.hash(of: current) != field.name.check
        else { continue }
        if !current.isEmpty { draft.message = field.difference(from: handler) }
      } else if field.isSecret || handler.isSecret {
        continue
      }
      durable.drafts.keep(draft, for: field.name.id)
      kept.isInFields = true
    }
    let missing = form.fields.filter { collected.fields[$0.name.id] == nil }
    if collected.fields.isEmpty || collected.levels.last != layers.last {
      kept.missing = wait(for: missing, of: layers)
      return kept
    }
    // Another field of the same form has taken them with it, and may bring them again.
    for field in missing where !field.isUntouched && !field.isSecret {
      durable.drafts.keep(Draft(typed: field.value, message: nil), for: field.name.id)
      kept.isInFields = true
    }
    return kept
  }

  /// Keeps the fields of a page, which are not there, until they are.
  func wait(for fields: [SubmittedField], of layers: [UInt64]) -> KeptForm.Missing {
    guard fields.contains(where: { !$0.isUntouched && !$0.isSecret }) else { return .nothing }
    return durable.drafts.wait(for: fields, of: layers.last ?? 0) ? .waits : .onPageBefore
  }

  /// What was typed into fields that are not there, as far as it can be said.
  private func texts(of form: SubmittedForm) -> [String] {
    let there = collect(form.wanted).fields
    let typed = form.fields.filter {
      there[$0.name.id] == nil && !$0.isUntouched && !$0.isSecret
    }
    return typed.map(\.value).filter { (1...200).contains($0.count) }
  }

  /// Puts what waits for fields that are there into them, and says so.
  func bringBackDrafts() {
    guard !durable.drafts.waiting.isEmpty else { return }
    let fields = collect(Set(durable.drafts.waiting.map(\.field.name.id))).fields
    if durable.drafts.meet(fields), durable.notice == nil {
      durable.notice = "What you had typed is in its field again: check it, and send it."
    }
  }
}
