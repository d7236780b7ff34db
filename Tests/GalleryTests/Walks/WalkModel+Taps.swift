@testable import Gallery

extension WalkModel {
  /// The number of submissions after which an earlier page can still be used.
  private static let memory = 12

  /// The possible outcomes of a button of a page, unless it's a repeat.
  func outcomes(ofTapping name: String, row: Int?, on id: Int) -> [WalkOutcome] {
    let page = pages[id]
    let tap = Tap(name: name, id: row.map { page.rows[$0].id }, page: page)
    guard let sceneID = page.sceneID ?? page.child, let scene = scenes[sceneID] else {
      return [fresh(tap, page.screen.path)]
    }
    if let outcomes = outcomes(of: tap, on: sceneID, isFirst: !scene.submitted.contains(id)) {
      return outcomes
    }
    var outcomes: [WalkOutcome] = []
    if sceneID != page.child, let child = page.child, let scene = scenes[child],
      let onIt = self.outcomes(of: tap, on: child, isFirst: !scene.submitted.contains(id))
    {
      outcomes += onIt
    } else if page.isCopy {
      outcomes.append(fresh(tap, page.screen.path))
    } else if var form = (page.sceneID == nil ? scene.base : page.screen)?.form {
      form.drafts = [:]
      form.isAsked = false
      var outcome = applied(tap, to: .form(form), isFirst: true)
      outcome.isChild = true
      outcomes.append(outcome)
    } else if page.sceneID == nil {
      // When its scene started, its location showed only this page.
      outcomes.append(fresh(tap, page.screen.path))
    }
    if scene.turns - page.turn >= Self.memory {
      outcomes += [restored(page), refused(on: sceneID)]
    }
    return outcomes
  }

  /// The possible outcomes on a scene, or `nil` if the scene has left the page.
  private func outcomes(of tap: Tap, on sceneID: String, isFirst: Bool) -> [WalkOutcome]? {
    guard let scene = scenes[sceneID] else { return nil }
    let page = tap.page
    if page.screen.isSameLayer(as: scene.screen) {
      var outcome = applied(tap, to: scene.screen, isFirst: isFirst)
      outcome.sceneID = sceneID
      // A dialog that is presented again is a new one.
      let isAnother = page.screen.isQuestion && page.turn != scene.turns
      return isAnother ? [outcome, refused(on: sceneID)] : [outcome]
    }
    if page.screen == .list {
      var model = self
      if let edited = scene.screen.form, edited.kind == .edit {
        // Back has saved the form.
        let screen = model.save(edited)
        guard screen == .list else {
          return [
            WalkOutcome(
              items: model.items, nextID: nextID, screen: screen, sceneID: sceneID, hasNotice: true)
          ]
        }
      }
      var outcome = model.applied(tap, to: .list, isFirst: isFirst)
      outcome.sceneID = sceneID
      return [outcome]
    }
    return page.screen.isQuestion ? [refused(on: sceneID)] : nil
  }

  /// The outcome on a scene that starts with its location.
  private func fresh(_ tap: Tap, _ path: String) -> WalkOutcome {
    var outcome: WalkOutcome
    if let screen = opened(path) {
      outcome = applied(tap, to: screen, isFirst: true)
    } else {
      outcome = WalkOutcome(items: items, nextID: nextID, screen: .list, hasNotice: true)
    }
    outcome.isChild = true
    return outcome
  }

  /// The outcome if the button isn't run and the current page is shown.
  private func refused(on sceneID: String) -> WalkOutcome {
    var screen = scenes[sceneID]?.screen ?? .list
    if case .form(var form) = screen {
      form.isAsked = false
      screen = .form(form)
    }
    return WalkOutcome(
      items: items, nextID: nextID, screen: screen, sceneID: sceneID, hasNotice: true)
  }

  /// The outcome if the button isn't run and the typed text is restored.
  private func restored(_ page: Page) -> WalkOutcome {
    var outcome = WalkOutcome(items: items, nextID: nextID, screen: .list, hasNotice: true)
    guard let screen = opened(page.screen.path), case .form(var form) = screen else {
      return outcome
    }
    let values = page.values
    for (label, value) in form.values where values[label] != value {
      form.drafts[label] = values[label]
    }
    // Text of a field that isn't shown waits for the field.
    for (label, value) in page.screen.form?.values ?? [] where values[label] != value {
      form.drafts[label] = values[label]
    }
    outcome.screen = .form(form)
    return outcome
  }

  private struct Tap {
    let name: String
    let id: Item.ID?
    let page: Page
  }

  /// The outcome of a page's submission to a screen with the same layer.
  private func applied(_ tap: Tap, to screen: WalkScreen, isFirst: Bool) -> WalkOutcome {
    var model = self
    var outcome = WalkOutcome(items: items, nextID: nextID, screen: screen)
    switch screen {
    case .list: model.tapOnList(tap, &outcome)
    case .form(var form):
      let labels = Set(form.values.map(\.label))
      let values = tap.page.values
      // A notice reports text of a field that is gone.
      let areFieldsGone =
        tap.page.screen.form?.values.contains {
          !labels.contains($0.label) && values[$0.label] != $0.value
        } ?? false
      let before = form
      let refused = Self.write(tap.page, to: &form, isFirst: isFirst)
      var isClear = refused.isEmpty && !(areFieldsGone && isFirst)
      outcome.hasNotice = areFieldsGone
      form.isAsked = false
      if tap.name == "Inventory", !refused.isEmpty {
        isClear =
          before.isAsked && refused.allSatisfy { before.drafts[$0] == form.drafts[$0] }
        form.isAsked = !isClear
        outcome.hasNotice = areFieldsGone || !isClear
      }
      outcome.screen = .form(form)
      if isClear || tap.name == "Cancel" { outcome.screen = model.tapOnForm(tap.name, form) }
    case .deletion(let item):
      if tap.name == "Delete" { model.items.removeAll { $0.id == item.id } }
      outcome.screen = .list
    case .more(let item): outcome.screen = model.tapOnDialog(tap.name, item.id)
    case .gone(_, let item):
      outcome.screen = tap.name == "Discard" ? .list : .form(WalkForm(.add, item.unsaved))
    case .changed(let mine, let theirs):
      outcome.screen = tap.name == "Keep my version" ? model.keep(mine, over: theirs) : .list
    case .message: outcome.screen = .list
    }
    outcome.items = model.items
    outcome.nextID = model.nextID
    return outcome
  }

  /// Writes the values of a page's fields. Returns the fields whose values need a correction.
  private static func write(
    _ page: Page, to form: inout WalkForm, isFirst: Bool
  ) -> Set<String> {
    guard let shown = page.screen.form else { return [] }
    let values = page.values
    var refused: Set<String> = []
    // A field that's gone ignores its value.
    let labels = Set(form.values.map(\.label))
    for (label, value) in shown.values {
      guard let typed = values[label], typed != value else {
        form.drafts[label] = nil
        continue
      }
      guard labels.contains(label) else { continue }
      let current = form.values.first { $0.label == label }?.value
      let isContended = isFirst && current != nil && current != value && current != typed
      if !isContended, form.write(typed, to: label) {
        form.drafts[label] = nil
      } else {
        form.drafts[label] = typed
        refused.insert(label)
      }
    }
    // Fields that were removed by another field don't need a correction.
    for (label, _) in shown.values where !form.values.contains(where: { $0.label == label }) {
      form.drafts[label] = nil
      refused.remove(label)
    }
    return refused
  }

  private func tapOnList(_ tap: Tap, _ outcome: inout WalkOutcome) {
    guard let id = tap.id else {
      outcome.screen = .form(WalkForm(.add, Item()))
      return
    }
    guard let item = item(id) else {
      outcome.hasNotice = true
      return
    }
    switch tap.name {
    case "Duplicate": outcome.screen = opened("/inventory/items/\(id)/duplicate") ?? .list
    case "Delete": outcome.screen = .deletion(item)
    case "More": outcome.screen = .more(item)
    default: outcome.screen = .form(WalkForm(.edit, item))
    }
  }

  private mutating func tapOnForm(_ name: String, _ form: WalkForm) -> WalkScreen {
    switch name {
    case "Cancel": return .list
    case "Inventory": return save(form)
    case "Save":
      guard form.item.nameProblem == nil, form.item.quantityProblem == nil else { break }
      guard form.kind != .edit else { return save(form) }
      var item = form.item
      item.id = nextID
      nextID += 1
      items.append(item)
      return .list
    default: break
    }
    return .form(form)
  }

  private mutating func tapOnDialog(_ name: String, _ id: Item.ID) -> WalkScreen {
    switch name {
    case "Cancel": return .list
    case "Duplicate":
      return opened("/inventory/items/\(id)/duplicate") ?? .message("This item no longer exists")
    default:
      guard let index = items.firstIndex(where: { $0.id == id }) else {
        return .message("This item no longer exists")
      }
      items[index].status.isInStock.toggle()
      return .list
    }
  }

  /// Saves a form that was edited in place. Returns the next screen.
  private mutating func save(_ form: WalkForm) -> WalkScreen {
    guard form.item != form.original else { return .list }
    guard let index = items.firstIndex(where: { $0.id == form.item.id }) else {
      return .gone(form.original.name, form.item)
    }
    let saved = items[index]
    var screen = WalkScreen.list
    var edited = form.item
    if edited.nameProblem != nil { edited.name = form.original.name }
    if edited.quantityProblem != nil { edited.status = form.original.status }
    if edited != form.item { screen = .message("Some changes to “\(saved.name)” weren't saved") }
    var mine = saved
    func save<Value: Equatable>(_ value: WritableKeyPath<Item, Value>) {
      guard edited[keyPath: value] != form.original[keyPath: value] else { return }
      mine[keyPath: value] = edited[keyPath: value]
      // Don't overwrite changes of other users without asking.
      guard saved[keyPath: value] == form.original[keyPath: value] else { return }
      items[index][keyPath: value] = edited[keyPath: value]
    }
    save(\.name)
    save(\.color)
    save(\.status)
    return mine == items[index] ? screen : .changed(mine, theirs: items[index])
  }

  /// Saves the answer to the alert about conflicting changes.
  private mutating func keep(_ mine: Item, over theirs: Item) -> WalkScreen {
    guard let index = items.firstIndex(where: { $0.id == mine.id }) else {
      return .gone(mine.name, mine)
    }
    items[index].apply(changesFrom: theirs, to: mine)
    return .list
  }
}
