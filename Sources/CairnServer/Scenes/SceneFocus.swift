import CairnViews

/// The user's position when a form arrives, which determines the focus on the page of the response.
///
/// It's used under the scene's lock.
struct SceneFocus {
  /// The buttons that presented the current layers, by layer.
  private var openers: [UInt64: TappedButton] = [:]
  /// The layers without a button, whose links were searched for.
  private var searched: Set<UInt64> = []
  /// The button that is being processed.
  private var tapped = TappedButton(id: 0)
  private var next: (focus: PageFocus, step: PageStep?)?
  /// The page of the form.
  private var page: PageSummary?
  /// How the page follows the one before, if it's the response to a form.
  private(set) var step: PageStep?

  init() {}

  /// The rows of the buttons that presented the current layers, by layer.
  var openerRows: [UInt64: UInt64] {
    openers.compactMapValues { $0.rows.row == 0 ? nil : $0.rows.row }
  }

  /// Returns the focus for a page that has changed without a form.
  func moved(from layers: [UInt64]) -> PageFocus { .moved(from: layers, openers: openers) }

  /// Records which button is being processed, and its page.
  mutating func begin(_ button: TappedButton, on page: PageSummary) {
    tapped = button
    self.page = page
  }

  /// Returns whether the links to a page must be searched for, because one of its layers wasn't presented by a button.
  /// For example, browsers without the script follow links.
  ///
  /// Call it before the form is processed, because the form may replace the link. It returns `true` once for each layer.
  mutating func seeksLinks(to page: [UInt64]) -> Bool {
    searched.formIntersection(page)
    guard let layer = page.dropFirst().last(where: { openers[$0] == nil }) else { return false }
    return searched.insert(layer).inserted
  }

  /// Records the links to a page's location, by the identity of their level. The topmost one below the page has
  /// presented the next layer.
  mutating func note(_ links: [UInt64: TappedButton], to page: [UInt64]) {
    for (below, layer) in zip(page, page.dropFirst()).reversed() {
      guard let link = links[below] else { continue }
      if openers[layer] == nil { openers[layer] = link }
      return
    }
  }

  /// Records the result of a form.
  /// - Parameters:
  ///   - isTyping: Whether the script sent the form while the user was typing. The user may be in a different field by
  ///     now, so the focus stays there.
  mutating func note(
    on page: [UInt64], at path: String, now summary: PageSummary, isTyping: Bool
  ) {
    let layers = summary.layerPath
    let moved = moved(from: page)
    let opener = page.first { !layers.contains($0) }.flatMap { openers[$0] }
    openers = openers.filter { layers.contains($0.key) }
    // If the layer with the button is gone, as after a choice in a dialog, its opener presented the new layer.
    let isLayerGone = page.last.map { !layers.contains($0) } ?? false
    for layer in layers where !page.contains(layer) {
      openers[layer] = isLayerGone ? opener : tapped
    }
    let focus: PageFocus
    if isTyping {
      focus = moved
    } else if layers.last == page.last {
      focus = .stays(on: tapped)
    } else if let last = layers.last, page.contains(last) {
      focus = .returns(to: opener, path: path)
    } else {
      focus = .presented
    }
    let kinds = self.page?.levels.map(\.kind) ?? []
    next = (focus, PageStep(from: page, kinds, to: layers, summary))
    tapped = TappedButton(id: 0)
    self.page = nil
  }

  /// Returns the focus after a form that doesn't change the layers of its page, or `nil` if no form is being processed.
  func staying(on page: [UInt64], at path: String, isTyping: Bool) -> SceneFocus? {
    guard let summary = self.page else { return nil }
    var focus = self
    focus.note(on: page, at: path, now: summary, isTyping: isTyping)
    return focus
  }

  /// Records that the form wasn't processed.
  /// - Parameter isAsked: Whether the user must answer a question first.
  mutating func forget(isAsked: Bool) {
    next = isAsked ? (.presented, nil) : nil
    page = nil
  }

  /// Returns the focus for the page of the response. Only the first call after a form returns it.
  mutating func take() -> PageFocus? {
    defer { next = nil }
    step = next?.step
    return next?.focus
  }
}
