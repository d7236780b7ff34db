import CairnViews

/// Where the user of a scene was when a form came, for the page that is the answer. Used under the scene's lock.
struct SceneFocus {
  /// The buttons that have presented the layers that are there, by the layers.
  private var openers: [UInt64: TappedButton] = [:]
  /// The button that is being worked for.
  private var tapped = TappedButton(id: 0)
  private var next: PageFocus?

  init() {}

  /// The rows with the buttons that have presented the layers that are there, by the layers.
  var openerRows: [UInt64: UInt64] {
    openers.compactMapValues { $0.rows.row == 0 ? nil : $0.rows.row }
  }

  /// Notes which button is being worked for.
  mutating func begin(_ button: TappedButton) { tapped = button }

  /// Notes what a form has led to.
  /// - Parameters:
  ///   - page: The layers of the form's page.
  ///   - path: The path of the page.
  ///   - layers: The layers that the scene shows now.
  mutating func note(on page: [UInt64], at path: String, now layers: [UInt64]) {
    let opener = page.first { !layers.contains($0) }.flatMap { openers[$0] }
    openers = openers.filter { layers.contains($0.key) }
    for layer in layers where !page.contains(layer) { openers[layer] = tapped }
    next =
      layers.last == page.last
      ? .stays(on: tapped)
      : layers.last.map(page.contains) == true ? .returns(to: opener, path: path) : .presented
    tapped = TappedButton(id: 0)
  }

  /// Notes that nothing was done, and whether that is because a question has to be answered before.
  mutating func forget(isAsked: Bool) { next = isAsked ? .presented : nil }

  /// What the page that is made now is the answer to: only the first one is.
  mutating func take() -> PageFocus? {
    defer { next = nil }
    return next
  }
}
