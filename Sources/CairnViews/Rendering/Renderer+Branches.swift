extension Renderer {
  /// Begins a branch of an `if` or `switch` at the renderer's place.
  /// - Returns: A value for ``endBranch(_:_:)``.
  @inlinable
  mutating func beginBranch() -> Int {
    if flags.contains(.collecting) { return tapCount }
    return place == soughtBranch ? out.count : -1
  }

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

  /// Records the innermost branch that contains the wanted button, unless the button's row is inside the branch.
  @usableFromInline
  mutating func noteBranch(_ branch: UInt64, _ tapsBefore: Int) {
    guard state.branch == 0, state.taps.count > tapsBefore, state.rows.around == nil else { return }
    state.branch = branch
  }

  /// Records the first button of the branch that may get the focus, because it may have replaced the pressed button.
  @usableFromInline
  mutating func takeButton(ofBranchFrom start: Int) {
    state.buttonOfBranch = firstButton(from: start) ?? state.buttonOfBranch
  }
}
