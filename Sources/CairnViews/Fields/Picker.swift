public import CairnTexts

/// A control to choose one of several values, which are the tags of views.
///
/// In pages and forms, an option is represented by the stable hash of its tag. A request can therefore only choose
/// values that the picker offers. Other values and disabled options are rejected with a message.
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

  /// Creates a picker with a title.
  @inlinable
  public init(
    _ title: LocalizedStringKey, selection: Binding<Selection>, @ViewBuilder content: () -> Content
  ) {
    self.init(title.string, selection: selection, content: content)
  }

  /// Creates a picker with a title.
  @inlinable
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, selection: Binding<Selection>, @ViewBuilder content: () -> Content
  ) {
    self.title = String(title)
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
          return .system(.choiceUnavailable)
        },
        write: { typed in
          // The option for “no choice”.
          guard !typed.isEmpty else { return .unchanged }
          let hash = Hex.id(typed)
          guard hash != StableHash.of(selection.wrappedValue) else { return .unchanged }
          // The lookup takes two steps, because a missing tag must not become `nil` if `Selection` is optional.
          guard let hash, let tag = Renderer.tag(hash, in: content), let value = tag as? Selection
          else { return .refused(.system(.choiceUnavailable)) }
          selection.wrappedValue = value
          return .applied
        })
    }
  }
}

/// The appearance of a picker.
public enum PickerStyle: UInt8, Sendable {
  /// A menu of options that opens.
  case menu
  /// A column of all options.
  case inline
  /// A row of all options.
  case segmented
}

extension Renderer {
  /// The values to restore at the end of a picker.
  @usableFromInline
  struct PickerFrame {
    let surrounding: Surrounding
    let row: Surrounding
    let choice: Choice
    let place: UInt64
  }

  /// Begins a picker, before its options are rendered.
  @usableFromInline
  mutating func openPicker(_ id: UInt64, _ title: String, _ bound: UInt64) -> PickerFrame {
    let row = openRow()
    // The names in a picker that's nested in an option belong to the nested picker.
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

  @usableFromInline
  mutating func closePicker(_ id: UInt64, _ frame: PickerFrame) {
    let choice = state.choice
    let found = choice.found != nil
    state.choice = frame.choice
    surrounding = frame.surrounding
    place = frame.place
    if pickerStyle == .menu {
      // Without this option, a browser would submit the first option even if the user didn't choose it.
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

  /// Begins an option of a picker, and returns whether it's a radio button.
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

  @usableFromInline
  mutating func closeOption(isRadio: Bool) {
    if isRadio { write("</span></label>") } else { write("</option>") }
  }

  /// Returns the name of an option in pages and forms.
  @usableFromInline
  static func option(_ hash: UInt64) -> String { Hex.string(hash) }

  /// Returns the value of the tag in `content` with this hash.
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

/// A modifier that sets the appearance of pickers.
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
  /// Sets the appearance of pickers within this view.
  @inlinable
  public func pickerStyle(_ style: PickerStyle) -> Modified<Self, _PickerStyleModifier> {
    Modified(self, _PickerStyleModifier(style))
  }
}
