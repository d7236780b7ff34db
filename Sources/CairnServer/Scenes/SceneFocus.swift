import CairnViews

/// Where the user of a scene was when a form came, for the page that is the answer. Used under the scene's lock.
struct SceneFocus {
  /// The buttons that have presented the layers that are there, by the layers.
  private var openers: [UInt64: TappedButton] = [:]
  /// The button that is being worked for.
  private var tapped = TappedButton(id: 0)
  private var next: (focus: PageFocus, step: PageStep?)?
  /// The page of the form.
  private var page: PageSummary?
  /// How the page that is made follows the one before, where it is the answer to a form.
  private(set) var step: PageStep?

  init() {}

  /// The rows with the buttons that have presented the layers that are there, by the layers.
  var openerRows: [UInt64: UInt64] {
    openers.compactMapValues { $0.rows.row == 0 ? nil : $0.rows.row }
  }

  /// Where the focus goes on a page that has become another one by itself.
  func moved(from layers: [UInt64]) -> PageFocus { .moved(from: layers, openers: openers) }

  /// Notes which button is being worked for, and what it is on.
  mutating func begin(_ button: TappedButton, on page: PageSummary) {
    tapped = button
    self.page = page
  }

  /// Notes what a form has led to.
  /// - Parameters:
  ///   - page: The layers of the form's page.
  ///   - path: The path of the page.
  ///   - summary: What the scene shows now.
  ///   - isTyping: Whether a script has sent it while somebody types: they may be at another field by now, and stay.
  mutating func note(
    on page: [UInt64], at path: String, now summary: PageSummary, isTyping: Bool
  ) {
    let layers = summary.trail
    let moved = moved(from: page)
    let opener = page.first { !layers.contains($0) }.flatMap { openers[$0] }
    openers = openers.filter { layers.contains($0.key) }
    for layer in layers where !page.contains(layer) { openers[layer] = tapped }
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

  /// The same after a form that leaves the layers of its page as they are.
  func staying(on page: [UInt64], at path: String, isTyping: Bool) -> SceneFocus? {
    guard let summary = self.page else { return nil }
    var focus = self
    focus.note(on: page, at: path, now: summary, isTyping: isTyping)
    return focus
  }

  /// Notes that nothing was done, and whether that is because a question has to be answered before.
  mutating func forget(isAsked: Bool) {
    next = isAsked ? (.presented, nil) : nil
    page = nil
  }

  /// What the page that is made now is the answer to: only the first one is.
  mutating func take() -> PageFocus? {
    defer { next = nil }
    step = next?.step
    return next?.focus
  }
}
