/// The result of an evaluation that collects the handlers of wanted controls.
package struct Collected {
  /// A description of the page.
  package let summary: PageSummary
  /// The handlers of the top layer's wanted buttons, by ID.
  package let taps: [UInt64: TapHandler]
  /// The handlers of the top layer's wanted fields, by ID.
  package let fields: [UInt64: FieldHandler]
  /// The handlers of the top layer's wanted file fields, by ID.
  package let files: [UInt64: FileHandler]
  /// The action of Escape, or `nil` for a screen and for a layer that can't be dismissed this way.
  package let dismissTop: (() -> Void)?

  let levels: [Level]
  /// The rows around the wanted button, if it's in a row.
  let rows: RowsAround
  /// The rows around the wanted button in the innermost collection, if that's inside a row of another one.
  let innerRows: RowsAround
  /// The places of the branches with a wanted button, innermost first.
  let branches: [UInt64]

  /// Returns the button with `id` and its surroundings.
  package func button(_ id: UInt64) -> TappedButton {
    TappedButton(id: id, rows: rows, innerRows: innerRows, branches: branches)
  }

  /// Dismisses the levels above the level with `identity`, beginning with the topmost one.
  ///
  /// If one of them asks before the user leaves it, its question is presented instead.
  /// - Returns: Whether the level exists and no closed guard covers it. Otherwise, no levels are dismissed.
  @discardableResult
  package func dismiss(downTo identity: UInt64) -> Bool {
    guard !isCovered(identity), let above = levels(above: identity) else { return false }
    if let attempt = above.asking?.attempt {
      attempt()
    } else {
      for level in above.reversed() { level.dismiss() }
    }
    return true
  }

  /// Returns whether a level above the level with `identity` asks before the user leaves it. No level asks if a closed
  /// guard covers the level.
  package func asks(above identity: UInt64) -> Bool {
    !isCovered(identity) && levels(above: identity)?.asking != nil
  }

  /// Returns whether a closed guard presents a level above the level with `identity`, which can't be used then.
  package func isCovered(_ identity: UInt64) -> Bool {
    levels(above: identity)?.contains(where: \.isBarrier) ?? false
  }

  private func levels(above identity: UInt64) -> ArraySlice<Level>? {
    levels.lastIndex { $0.summary.identity == identity }.map { levels[($0 + 1)...] }
  }
}
