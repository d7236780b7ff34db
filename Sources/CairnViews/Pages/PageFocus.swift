/// What became of the layer that a form was on, for the page that is the answer to it.
///
/// The page gives the focus from it, by `autofocus`: browsers bring what has the focus into view, so a list of a
/// thousand rows stays where it was, also without JavaScript. A field whose value was refused comes before
/// everything else.
package enum PageFocus: Equatable, Sendable {
  /// The same layer is on top: the focus stays on the button that was pressed.
  case stays(on: TappedButton)
  /// Another layer is on top of it: what it declares with ``View/defaultFocus()`` has the focus, or an alert's
  /// Cancel, or the first field.
  case presented
  /// It is gone: the focus returns to the button that has presented it, or to a link to where it was.
  case returns(to: TappedButton?, path: String)

  /// The button that the focus is to be on.
  var button: TappedButton? {
    switch self {
    case .stays(let button): button
    case .presented: nil
    case .returns(let button, _): button
    }
  }
}

/// A button that was pressed, and where it stood: where its row is gone, the one beside it has the focus.
package struct TappedButton: Equatable, Sendable {
  /// Its id; 0 for one that runs nothing.
  package var id: UInt64
  package var rows: RowsAround

  package init(id: UInt64, rows: RowsAround = RowsAround()) {
    self.id = id
    self.rows = rows
  }
}

/// The rows on either side of one; 0 where there is none.
package struct RowsAround: Equatable, Sendable {
  package var next: UInt64 = 0
  package var previous: UInt64 = 0

  package init() {}
}

extension Renderer {
  /// Gives the focus to the control that has to have it, in the finished markup of the layers.
  mutating func write(_ focus: PageFocus, _ summary: PageSummary) {
    if let end = out.end(of: " aria-invalid=\"true\"") { return out.insert(" autofocus", at: end) }
    switch focus {
    case .stays(let button): _ = focusButton(button)
    case .presented:
      guard let id = focusOfNewLayer(summary.levels.last?.kind) else { return }
      _ = focusButton(id) || focusField(id)
    case .returns(let opener, let path):
      if let opener, focusButton(opener) { return }
      focusLink(to: path)
    }
  }

  private mutating func focusButton(_ button: TappedButton) -> Bool {
    if focusButton(button.id) { return true }
    guard let beside = state.buttonOfNextRow ?? state.buttonOfPreviousRow else { return false }
    return focusButton(beside)
  }

  private func focusOfNewLayer(_ kind: LayerKind?) -> UInt64? {
    let layer = state.layer
    if let declared = layer.declaredFocus { return declared }
    // A screen is read from its top.
    guard let kind, kind != .pushed, kind != .screen else { return nil }
    return kind.isEphemeral ? layer.cancelButton ?? layer.firstButton : layer.firstField
  }

  private mutating func focusButton(_ id: UInt64) -> Bool {
    var pattern = ByteBuffer()
    pattern.append(" name=\"~tap\" value=\"")
    pattern.append(hex: id)
    pattern.append("\"")
    // The hidden button that Enter presses is first, and nothing to be looked at.
    return insertFocus(behind: pattern.bytes, unlessBehind: "class=\"default-action\"")
  }

  private mutating func focusField(_ id: UInt64) -> Bool {
    var pattern = ByteBuffer()
    pattern.append(" id=\"f-")
    pattern.append(hex: id)
    pattern.append("\"")
    return insertFocus(behind: pattern.bytes)
  }

  private mutating func focusLink(to path: String) {
    var pattern = ByteBuffer()
    pattern.append(" href=\"")
    pattern.appendAttribute(path)
    for end in [UInt8(ascii: "?"), UInt8(ascii: "\"")] {
      pattern.append(byte: end)
      if let end = out.end(of: pattern.bytes) {
        out.insert(" autofocus", at: end - pattern.count)
        return
      }
      pattern.count -= 1
    }
  }

  /// Text and attributes of applications are escaped, so that nothing of theirs looks like a pattern.
  private mutating func insertFocus(
    behind pattern: UnsafeRawBufferPointer, unlessBehind other: StaticString? = nil
  ) -> Bool {
    var start = 0
    while let end = out.end(of: pattern, from: start) {
      if let other, out.has(other, before: end - pattern.count) {
        start = end
        continue
      }
      out.insert(" autofocus", at: end)
      return true
    }
    return false
  }
}
