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
  /// The page is not the answer to a form: where its top is another one by itself, the focus goes where an answer
  /// would give it, else it stays.
  /// - Parameter openers: The buttons that have presented the layers, by the layers.
  case moved(from: [UInt64], openers: [UInt64: TappedButton])

  /// The button that was pressed, where its layer is on top as before.
  var stayingButton: UInt64? {
    if case .stays(let button) = self { button.id } else { nil }
  }

  /// Whether a link is to have the focus, where no button is known.
  var isForLink: Bool {
    if case .returns(nil, _) = self { true } else { false }
  }

  /// The button that the focus is to be on.
  var button: TappedButton? {
    switch self {
    case .stays(let button): button
    case .presented: nil
    case .returns(let button, _): button
    case .moved(let layers, let openers): layers.last.flatMap { openers[$0] }
    }
  }

  /// The same as an answer would have it; nil where the focus stays.
  func settled(on summary: PageSummary) -> PageFocus? {
    guard case .moved(let before, let openers) = self else { return self }
    let now = summary.levels.map(\.identity)
    guard let top = now.last, top != before.last else { return nil }
    guard before.contains(top) else { return .presented }
    return .returns(to: before.first { !now.contains($0) }.flatMap { openers[$0] }, path: "")
  }
}

/// A button that was pressed, and where it stood: where its row is gone, the one beside it has the focus, or where that
/// was the last one, the first button of the layer; where an `if` shows something else in its place, the first button
/// of that.
package struct TappedButton: Equatable, Sendable {
  /// Its id; 0 for one that runs nothing.
  package var id: UInt64
  package var rows: RowsAround
  /// The place of the innermost branch around it; 0 for none.
  package var branch: UInt64

  package init(id: UInt64, rows: RowsAround = RowsAround(), branch: UInt64 = 0) {
    self.id = id
    self.rows = rows
    self.branch = branch
  }
}

/// A row and those on either side of it; 0 where there is none.
package struct RowsAround: Equatable, Sendable {
  package var row: UInt64 = 0
  package var next: UInt64 = 0
  package var previous: UInt64 = 0

  package init() {}
}

/// The control that is to have the focus.
enum FocusTarget: Equatable {
  case refusedField
  case button(UInt64)
  case field(UInt64)
  /// A link to a path.
  case link(String)

  /// What a patch calls it.
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
  /// Gives the focus to the control that has to have it, in the finished markup of the layers.
  mutating func write(_ focus: PageFocus, _ summary: PageSummary) {
    guard let place = target(of: focus, summary).flatMap({ place(of: $0) }) else { return }
    out.insert(" autofocus", at: place)
  }

  /// The control that has to have the focus, in the finished markup of the layers.
  func target(of focus: PageFocus, _ summary: PageSummary) -> FocusTarget? {
    let targets: [FocusTarget?]
    guard let focus = focus.settled(on: summary) else { return nil }
    switch focus {
    case .stays(let button): targets = [.refusedField] + self.targets(for: button)
    case .presented:
      let id = focusOfNewLayer(summary.levels.last?.kind)
      targets = [.refusedField, id.map { .button($0) }, id.map { .field($0) }]
    case .returns(let opener, let path):
      targets =
        [.refusedField] + (opener.map { self.targets(for: $0) } ?? [])
        + (path.isEmpty ? [] : [.link(path)])
    case .moved: return nil
    }
    let target = targets.lazy.compactMap(\.self).first { target in
      state.hasLeftOutSought && target == .button(soughtControl) || place(of: target) != nil
    }
    guard target == nil, let rows = focus.button?.rows, rows.row != 0 else { return target }
    // The last row is gone.
    return firstButtonOfTopLayer.map { .button($0) }
  }

  private var firstButtonOfTopLayer: UInt64? {
    var start = 0
    while let layer = out.end(of: "<form class=\"layer ", from: start) { start = layer }
    while let end = endOfTapName(from: start) {
      let tap: StaticString = " name=\"~tap\" value=\""
      let isDisabled = end + 26 <= out.count && out.has("\" disabled", before: end + 26)
      let isHidden =
        out.has(tap, before: end) && isHiddenButton(before: end - tap.utf8CodeUnitCount)
      if !isDisabled && !isHidden { return tappedID(at: end) }
      start = end
    }
    return nil
  }

  /// A button, or what stands in its place, or where its row is gone, the one in the row beside it.
  private func targets(for button: TappedButton) -> [FocusTarget?] {
    let beside = state.buttonOfNextRow ?? state.buttonOfPreviousRow
    return [.button(button.id)] + [state.buttonOfBranch, beside].map { $0.map { .button($0) } }
  }

  private func focusOfNewLayer(_ kind: LayerKind?) -> UInt64? {
    let layer = state.layer
    if let declared = layer.declaredFocus { return declared }
    // A screen is read from its top.
    guard let kind, kind != .pushed, kind != .screen else { return nil }
    return kind.isEphemeral ? layer.cancelButton ?? layer.firstButton : layer.firstField
  }

  /// Where an attribute of a control goes; nil where it is not there.
  ///
  /// Text and attributes of applications are escaped, so that nothing of theirs looks like a pattern.
  private func place(of target: FocusTarget) -> Int? {
    var pattern = ByteBuffer()
    switch target {
    case .refusedField: return out.end(of: " aria-invalid=\"true\"")
    case .button(let id):
      pattern.append("=\"")
      pattern.append(hex: id)
      pattern.append("\"")
      return end(ofTap: pattern.bytes)
    case .field(let id):
      pattern.append(" id=\"f-")
      pattern.append(hex: id)
      pattern.append("\"")
      return out.end(of: pattern.bytes)
    case .link(let path):
      pattern.append(" href=\"")
      pattern.appendAttribute(path)
      for end in [UInt8(ascii: "?"), UInt8(ascii: "\"")] {
        pattern.append(byte: end)
        if let end = out.end(of: pattern.bytes) { return end - pattern.count }
        pattern.count -= 1
      }
      return nil
    }
  }

  /// The end of the attribute by which a button or link is tapped; the hidden buttons that Enter and ways out press
  /// don't count.
  private func end(ofTap value: UnsafeRawBufferPointer) -> Int? {
    var start = 0
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
