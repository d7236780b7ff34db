/// What happened to the layer of a submitted form, which determines the focus of the page in the response.
///
/// The page sets the focus with `autofocus`. Browsers scroll the focused element into view, so the scroll position of
/// a long list is kept even without JavaScript. A field whose value was rejected has priority.
package enum PageFocus: Equatable, Sendable {
  /// The layer is still on top, so the focus stays on the pressed button.
  case stays(on: TappedButton)
  /// Another layer is on top of it. The focus goes to the control with ``View/defaultFocus()``, to an alert's Cancel
  /// button, or to the first field.
  case presented
  /// The layer is gone. The focus returns to the button that presented it, or to a link to its location.
  case returns(to: TappedButton?, path: String)
  /// The browser loads the page. In a layer above the base, the focus goes to the control with
  /// ``View/defaultFocus()``, or to the Cancel button of an alert or dialog. Otherwise, it doesn't move.
  case loaded
  /// The page isn't the response to a form.
  ///
  /// If the top layer has changed, the focus moves as in a response to a form. Otherwise, it stays.
  /// - Parameters:
  ///   - from: The identities of the previous levels.
  ///   - openers: The buttons that presented the layers, by layer.
  case moved(from: [UInt64], openers: [UInt64: TappedButton])

  /// The ID of the pressed button, if its layer is still on top.
  var stayingButton: UInt64? {
    if case .stays(let button) = self { button.id } else { nil }
  }

  /// Whether a link gets the focus, because the button is unknown.
  var isForLink: Bool {
    if case .returns(nil, _) = self { true } else { false }
  }

  /// The button that gets the focus.
  var button: TappedButton? {
    switch self {
    case .stays(let button): button
    case .presented, .loaded: nil
    case .returns(let button, _): button
    case .moved(let layers, let openers): layers.last.flatMap { openers[$0] }
    }
  }

  /// Returns the focus as for a response to a form, or `nil` if the focus stays.
  func settled(on summary: PageSummary) -> PageFocus? {
    guard case .moved(let before, let openers) = self else { return self }
    let now = summary.levels.map(\.identity)
    guard let top = now.last, top != before.last else { return nil }
    guard before.contains(top) else { return .presented }
    return .returns(to: before.first { !now.contains($0) }.flatMap { openers[$0] }, path: "")
  }
}

/// A pressed button and its surroundings, which determine the focus if the button is gone.
///
/// If an `if` shows other content instead, the first button of that content gets the focus. Otherwise, a button in an
/// adjacent row gets it, of the innermost collection first. If the row was the last one, the first button of the layer
/// gets it. If the button is still there but disabled, the other button of its stepper gets the focus, or else the
/// nearest button.
package struct TappedButton: Equatable, Sendable {
  /// The ID of the button, or 0 for a button that doesn't run an action.
  package var id: UInt64
  package var rows: RowsAround
  /// The rows of the innermost collection around the button, if that's inside a row of another one.
  package var innerRows: RowsAround
  /// The places of the branches around the button, innermost first.
  package var branches: [UInt64]

  package init(
    id: UInt64, rows: RowsAround = RowsAround(), innerRows: RowsAround = RowsAround(),
    branches: [UInt64] = []
  ) {
    self.id = id
    self.rows = rows
    self.innerRows = innerRows
    self.branches = branches
  }

  /// The places of the adjacent rows, nearest first.
  var adjacentRows: [UInt64] {
    [innerRows.next, innerRows.previous, rows.next, rows.previous].filter { $0 != 0 }
  }
}

/// The places of a row and its adjacent rows, or 0 for a missing row.
package struct RowsAround: Equatable, Sendable {
  package var row: UInt64 = 0
  package var next: UInt64 = 0
  package var previous: UInt64 = 0

  package init() {}
}

/// The control that gets the focus.
enum FocusTarget: Equatable {
  case refusedField
  case button(UInt64)
  case field(UInt64)
  /// A link to a path.
  case link(String)

  /// The name of the target in a patch.
  var name: String {
    switch self {
    case .refusedField: "refused"
    case .button(let id): "button \(Hex.text(id))"
    case .field(let id): "field \(Hex.text(id))"
    case .link(let path): "link \(path)"
    }
  }
}

extension Renderer {
  /// Gives the focus to a control in the finished markup of the layers.
  mutating func write(_ focus: PageFocus, _ summary: PageSummary) {
    guard let target = target(of: focus, summary),
      let place = place(of: target, from: state.startOfTopLayer)
    else { return }
    out.insert(" autofocus", at: place)
  }

  /// Returns the control in the finished markup of the layers that gets the focus.
  func target(of focus: PageFocus, _ summary: PageSummary) -> FocusTarget? {
    let targets: [FocusTarget?]
    guard let focus = focus.settled(on: summary) else { return nil }
    switch focus {
    case .stays(let button): targets = [.refusedField] + self.targets(for: button)
    case .presented:
      let id = focusOfNewLayer(summary.levels.last?.kind)
      targets = [.refusedField, id.map { .button($0) }, id.map { .field($0) }]
    case .loaded:
      let layer = state.layer
      guard layer.kind != .screen else { return nil }
      let id = layer.declaredFocus ?? layer.cancelButton ?? layer.firstButton
      targets = [id.map { .button($0) }, id.map { .field($0) }]
    case .returns(let opener, let path):
      targets =
        [.refusedField] + (opener.map { self.targets(for: $0) } ?? [])
        + (path.isEmpty ? [] : [.link(path)])
    case .moved: return nil
    }
    // Most pages have no target, so this isn't searched before.
    let start = state.startOfTopLayer
    let target = targets.lazy.compactMap(\.self).first { target in
      state.hasLeftOutSought && target == .button(soughtControl)
        || place(of: target, from: start) != nil
    }
    if let target, case .button = target, let end = place(of: target, from: start),
      isDisabled(at: end)
    {
      return (state.otherStep ?? button(near: end)).map { .button($0) }
    }
    guard target == nil, let rows = focus.button?.rows, rows.row != 0 else { return target }
    // The button was in the last row of its list, and the row is gone.
    return button(near: 0).map { .button($0) }
  }

  /// Returns the first enabled button of the top layer after a position, or else the last one before it.
  ///
  /// If content may be omitted, the button may be in it, so there's no result.
  private func button(near position: Int) -> UInt64? {
    guard !state.leavesOut else {
      state.isFocusOmitted = true
      return nil
    }
    var start = state.startOfTopLayer
    var before: UInt64?
    while let end = endOfTapName(from: start) {
      let tap: StaticString = " name=\"~tap\" value=\""
      let isHidden =
        out.has(tap, before: end) && isHiddenButton(before: end - tap.utf8CodeUnitCount)
      // The ID has 16 digits, and a quotation mark follows it.
      if !isHidden, !isDisabled(at: end + 17) {
        if end > position { return tappedID(at: end) }
        before = tappedID(at: end)
      }
      start = end
    }
    return before
  }

  /// Returns whether the button is disabled whose ID ends before a position.
  private func isDisabled(at end: Int) -> Bool {
    let disabled: StaticString = " disabled"
    let end = end + disabled.utf8CodeUnitCount
    return end <= out.count && out.has(disabled, before: end)
  }

  /// Returns the button, and the candidates that replace it if it's gone.
  private func targets(for button: TappedButton) -> [FocusTarget?] {
    var ids = [button.id, state.buttonOfBranch]
    for row in button.adjacentRows { ids.append(state.buttonsOfRows[row]) }
    return ids.map { $0.map { .button($0) } }
  }

  private func focusOfNewLayer(_ kind: LayerKind?) -> UInt64? {
    let layer = state.layer
    if let declared = layer.declaredFocus { return declared }
    // Users read a screen from its top, so the focus doesn't move to a control.
    guard let kind, kind != .pushed, kind != .screen else { return nil }
    return kind.isEphemeral ? layer.cancelButton ?? layer.firstButton : layer.firstField
  }

  /// Returns the offset at which an attribute of a control can be inserted, or `nil` if the control isn't in the
  /// markup after `start`.
  ///
  /// Text and attributes from applications are escaped, so they can't match the pattern.
  private func place(of target: FocusTarget, from start: Int) -> Int? {
    var pattern = ByteBuffer()
    switch target {
    case .refusedField: return out.end(of: " aria-invalid=\"true\"", from: start)
    case .button(let id):
      pattern.append("=\"")
      pattern.append(hex: id)
      pattern.append("\"")
      return end(ofTap: pattern.bytes, from: start)
    case .field(let id):
      pattern.append(" id=\"f-")
      pattern.append(hex: id)
      pattern.append("\"")
      return out.end(of: pattern.bytes, from: start)
    case .link(let path):
      pattern.append(" href=\"")
      pattern.appendAttribute(path)
      for end in [UInt8(ascii: "?"), UInt8(ascii: "\"")] {
        pattern.append(byte: end)
        if let end = out.end(of: pattern.bytes, from: start) { return end - pattern.count }
        pattern.count -= 1
      }
      return nil
    }
  }

  /// Returns the end of the attribute that identifies a button or link by its ID.
  ///
  /// Hidden buttons for Enter and for leaving a layer are skipped.
  private func end(ofTap value: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var start = start
    while let end = out.end(of: value, from: start) {
      let name = end - value.count
      if out.has(" data-tap", before: name) { return end }
      let tap: StaticString = " name=\"~tap\" value"
      if out.has(tap, before: name), !isHiddenButton(before: name - tap.utf8CodeUnitCount) {
        return end
      }
      start = end
    }
    return nil
  }

  private func isHiddenButton(before name: Int) -> Bool {
    let others: [StaticString] = [
      "class=\"default-action\"", "class=\"backdrop\"", "aria-hidden=\"true\"",
    ]
    return others.contains { out.has($0, before: name) }
  }
}
