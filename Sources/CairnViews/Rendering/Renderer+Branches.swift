extension Renderer {
  /// Begins what an `if` or a `switch` has chosen, at the renderer's place; answers what its end needs.
  @inlinable
  mutating func beginBranch() -> Int {
    if flags.contains(.collecting) { return tapCount }
    return place == soughtBranch ? out.count : -1
  }

  /// Ends it.
  @inlinable
  mutating func endBranch(_ branch: UInt64, _ start: Int) {
    if flags.contains(.collecting) {
      noteBranch(branch, start)
    } else if start >= 0 {
      takeButton(ofBranchFrom: start)
    }
  }

  @usableFromInline
  var tapCount: Int { state.taps.count }

  /// Notes the innermost one that the button is in that was asked for, but for those around its row.
  @usableFromInline
  mutating func noteBranch(_ branch: UInt64, _ tapsBefore: Int) {
    guard state.branch == 0, state.taps.count > tapsBefore, state.rows.around == nil else { return }
    state.branch = branch
  }

  /// Keeps the first button that may have the focus: what was pressed may have become it.
  @usableFromInline
  mutating func takeButton(ofBranchFrom start: Int) {
    state.buttonOfBranch = firstButton(from: start) ?? state.buttonOfBranch
  }
}
