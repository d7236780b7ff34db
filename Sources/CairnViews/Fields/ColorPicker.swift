public import CairnTexts

/// A control to choose a color.
///
/// ```swift
/// ColorPicker("Background", selection: $theme.background)
/// ```
///
/// The browser shows its own selection of colors. A browser without one shows a text field, for texts such as
/// `#1a2b3c`. Text that isn't a color stays in the field with a message. Colors have no opacity.
public struct ColorPicker: _PrimitiveView {
  let title: String
  let selection: Binding<RGBColor>

  /// Creates a picker with a title.
  public init(_ title: LocalizedStringKey, selection: Binding<RGBColor>) {
    self.title = title.string
    self.selection = selection
  }

  /// Creates a picker with a title.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, selection: Binding<RGBColor>) {
    self.title = String(title)
    self.selection = selection
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let id = renderer.place
    renderer.noteField()
    let selection = view.selection
    if renderer.isWriting {
      renderer.writeNativeField(
        id, title: view.title, class: "color", type: "color", bound: selection.wrappedValue.hex)
    } else if renderer.wants(id) {
      renderer.keepField(
        id, isReadable: false, current: { selection.wrappedValue.hex },
        objection: { RGBColor(hex: $0.trimmed) == nil ? notColor($0) : nil },
        write: { typed in
          guard let color = RGBColor(hex: typed.trimmed) else { return .refused(notColor(typed)) }
          guard color != selection.wrappedValue else { return .unchanged }
          selection.wrappedValue = color
          return .applied
        })
    }
  }

  private static func notColor(_ typed: String) -> UserText {
    .system(.notColor(typed.trimmed.shortened))
  }
}
