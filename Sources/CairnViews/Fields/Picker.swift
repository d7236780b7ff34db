/// A choice of one among several values, each the tag of a view.
///
/// Options are named on the wire by the stable hash of their tag, so a request can choose only
/// what the picker offers: anything else, and an option that is disabled, is refused with a message.
///
/// ```swift
/// Picker("Color", selection: $item.color) {
///   Text("None").tag(Color?.none)
///   ForEach(Color.all) { color in Text(color.name).tag(Color?.some(color)) }
/// }
/// ```
public struct Picker<Selection: Hashable, Content: View>: _PrimitiveView {
  @usableFromInline let title: String
  @usableFromInline let selection: Binding<Selection>
  @usableFromInline let content: Content

  /// A choice with a title.
  @inlinable
  public init(
    _ title: String, selection: Binding<Selection>, @ViewBuilder content: () -> Content
  ) {
    self.title = title
    self.selection = selection
    self.content = content()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let id = renderer.place
    renderer.noteField()
    if renderer.isWriting {
      let bound = StableHash.of(view.selection.wrappedValue)
      let outer = renderer.openPicker(id, view.title, bound)
      Content._render(view.content, &renderer)
      renderer.closePicker(id, outer)
    } else if renderer.wants(id) {
      let selection = view.selection
      let content = view.content
      renderer.keepField(
        id, isReadable: false,
        current: { Renderer.option(StableHash.of(selection.wrappedValue)) },
        objection: { typed in
          guard !typed.isEmpty, Hex.id(typed).flatMap({ Renderer.tag($0, in: content) }) == nil
          else { return nil }
          return Renderer.optionGone
        },
        write: { typed in
          // The option that stands for no choice.
          guard !typed.isEmpty else { return .unchanged }
          let hash = Hex.id(typed)
          guard hash != StableHash.of(selection.wrappedValue) else { return .unchanged }
          // In two steps: that nothing was found is no value, also where `Selection` is optional.
          guard let hash, let tag = Renderer.tag(hash, in: content), let value = tag as? Selection
          else { return .refused(Renderer.optionGone) }
          selection.wrappedValue = value
          return .applied
        })
    }
  }
}

/// How a picker looks.
public enum PickerStyle: UInt8, Sendable {
  /// A menu that opens.
  case menu
  /// All options, one below the other.
  case inline
  /// All options, side by side.
  case segmented
}

extension Renderer {
  @usableFromInline static var optionGone: String { "This choice is not offered any more." }

  /// What stood around a picker.
  @usableFromInline
  struct PickerFrame {
    let surrounding: Surrounding
    let row: Surrounding
    let choice: Choice
    let place: UInt64
  }

  /// Begins a picker; its options follow.
  @usableFromInline
  mutating func openPicker(_ id: UInt64, _ title: String, _ bound: UInt64) -> PickerFrame {
    let row = openRow()
    // One within another one's options has names of its own.
    state.choice.marks = nil
    let frame = PickerFrame(
      surrounding: surrounding, row: row, choice: state.choice, place: place)
    let check = PickerMarks.check(of: bound)
    state.choice = Choice()
    state.choice.selected = draft(id).flatMap { Hex.parse($0) } ?? bound
    if mayLeaveOut { state.choice.marks = PickerMarks() }
    switch pickerStyle {
    case .menu:
      openField(id, title: title)
      open("<select", class: "input")
      write(" id=\"f-")
      write(id: id)
      write("\"")
      writeFieldName(id, check: check)
      closeInput(id, prompt: nil)
    case .inline, .segmented:
      beginPart(id)
      open("<fieldset", class: pickerStyle == .inline ? "field choices" : "field segmented")
      write("><legend>")
      write(text: title)
      write("</legend>")
      state.choice.radio = (id, check)
      state.choice.marks?.mark = " checked"
    }
    surrounding = .options
    return frame
  }

  /// Ends a picker.
  @usableFromInline
  mutating func closePicker(_ id: UInt64, _ frame: PickerFrame) {
    let choice = state.choice
    let found = choice.found != nil
    state.choice = frame.choice
    surrounding = frame.surrounding
    place = frame.place
    if pickerStyle == .menu {
      // Without this a browser would submit the first option though nobody chose it.
      if !found { write("<option value=\"\" selected hidden></option>") }
      write("</select>")
      closeField(id)
    } else {
      closeMessage(id)
      write("</fieldset>")
      endPart()
    }
    if found, let marks = choice.marks, let part = state.regions.last, part.id == id {
      state.pickers[id] = (choice.selected, marks.counted(from: part.range.lowerBound))
    }
    closeRow(frame.row)
  }

  /// Begins an option of a picker; answers whether it is one of radio buttons.
  @usableFromInline
  mutating func openOption(_ tag: UInt64) -> Bool {
    let isSelected = tag == state.choice.selected
    if isSelected { state.choice.found = tag }
    guard let radio = state.choice.radio else {
      write("<option value=\"")
      write(id: tag)
      write("\"")
      state.choice.marks?.options.append((tag, out.count))
      if isSelected { write(" selected") }
      write(flags.contains(.disabled) ? " disabled>" : ">")
      return false
    }
    write("<label class=\"choice\"><input type=\"radio\"")
    writeFieldName(radio.id, check: radio.check)
    write(" value=\"")
    write(id: tag)
    write("\"")
    state.choice.marks?.options.append((tag, out.count))
    if isSelected { write(" checked") }
    closeInput(radio.id, prompt: nil)
    write("<span>")
    return true
  }

  /// Ends an option of a picker.
  @usableFromInline
  mutating func closeOption(isRadio: Bool) {
    if isRadio { write("</span></label>") } else { write("</option>") }
  }

  /// How the option with this hash is named on the wire.
  @usableFromInline
  static func option(_ hash: UInt64) -> String { Hex.string(hash) }

  /// The value of the tag in `content` that has this hash.
  @usableFromInline
  static func tag<Content: View>(_ hash: UInt64, in content: Content) -> Any? {
    let state = RenderState()
    state.choice.sought = hash
    var renderer = Renderer(collecting: state)
    renderer.surrounding = .options
    Content._render(content, &renderer)
    return state.choice.found
  }
}

/// How the pickers inside look.
public struct _PickerStyleModifier: _PrimitiveModifier {
  @usableFromInline let style: PickerStyle

  @inlinable
  init(_ style: PickerStyle) { self.style = style }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let outer = renderer.pickerStyle
    renderer.pickerStyle = modifier.style
    Content._render(content, &renderer)
    renderer.pickerStyle = outer
  }
}

extension View {
  /// Sets how the pickers inside look.
  @inlinable
  public func pickerStyle(_ style: PickerStyle) -> Modified<Self, _PickerStyleModifier> {
    Modified(self, _PickerStyleModifier(style))
  }
}
