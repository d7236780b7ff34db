/// What an evaluation found of the controls that were asked for.
package struct Collected {
  /// What the page is.
  package let summary: PageSummary
  /// The handlers of the wanted buttons of the top layer, by id.
  package let taps: [UInt64: TapHandler]
  /// The handlers of the wanted fields of the top layer, by id.
  package let fields: [UInt64: FieldHandler]
  /// What Escape does; nil for a screen, and where the layer may not be dismissed that way.
  package let dismissTop: (() -> Void)?

  let levels: [Level]
  /// The rows beside that of a wanted button, where it is in one.
  package let rows: RowsAround

  /// Dismisses the levels above the one with `identity`, the topmost first.
  ///
  /// Answers whether there is such a level; without one nothing is dismissed.
  @discardableResult
  package func dismiss(downTo identity: UInt64) -> Bool {
    guard let index = levels.lastIndex(where: { $0.summary.identity == identity }) else {
      return false
    }
    for level in levels[(index + 1)...].reversed() { level.dismiss() }
    return true
  }
}
