extension Renderer {
  /// Begins a branch of an `if` or `switch` at the renderer's place.
  /// - Returns: A value for ``endBranch(_:_:)``.
  @inlinable
  mutating func beginBranch() -> Int {
    if flags.contains(.collecting) { return tapCount }
    return !soughtBranches.isEmpty && soughtBranches.contains(place) ? out.count : -1
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

  /// Records a branch that contains the wanted button, unless the button's row is inside the branch.
  @usableFromInline
  mutating func noteBranch(_ branch: UInt64, _ tapsBefore: Int) {
    guard state.taps.count > tapsBefore, state.rows.around == nil, state.rows.inner == nil else {
      return
    }
    state.branches.append(branch)
  }

  /// Records the first button of the innermost branch that's still there, because it may have replaced the pressed
  /// button.
  @usableFromInline
  mutating func takeButton(ofBranchFrom start: Int) {
    guard !state.hasFoundBranch else { return }
    state.hasFoundBranch = true
    state.buttonOfBranch = firstButton(from: start)
  }
}
