/// What an evaluation found of the controls that were asked for.
package struct Collected {
  /// What the page is.
  package let summary: PageSummary
  /// The handlers of the wanted buttons of the top layer, by id.
  package let taps: [UInt64: TapHandler]
  /// The handlers of the wanted fields of the top layer, by id.
  package let fields: [UInt64: FieldHandler]
  /// The handlers of the wanted fields for files of the top layer, by id.
  package let files: [UInt64: FileHandler]
  /// What Escape does; nil for a screen, and where the layer may not be dismissed that way.
  package let dismissTop: (() -> Void)?

  let levels: [Level]
  /// The rows beside that of a wanted button, where it is in one.
  let rows: RowsAround
  /// The place of the innermost branch that a wanted button is in; 0 for none.
  let branch: UInt64

  /// A button that was wanted, and where it stands.
  package func button(_ id: UInt64) -> TappedButton {
    TappedButton(id: id, rows: rows, branch: branch)
  }

  /// Dismisses the levels above the one with `identity`, the topmost first; where one of them asks before
  /// it is left, it does that instead.
  ///
  /// Answers whether there is such a level; without one nothing is dismissed.
  @discardableResult
  package func dismiss(downTo identity: UInt64) -> Bool {
    guard let above = levels(above: identity) else { return false }
    if let attempt = above.asking?.attempt {
      attempt()
    } else {
      for level in above.reversed() { level.dismiss() }
    }
    return true
  }

  /// Whether a level above the one with `identity` asks before it is left.
  package func asks(above identity: UInt64) -> Bool { levels(above: identity)?.asking != nil }

  private func levels(above identity: UInt64) -> ArraySlice<Level>? {
    levels.lastIndex { $0.summary.identity == identity }.map { levels[($0 + 1)...] }
  }
}
