/// A multiline text field.
///
/// A text of more than 50,000 characters is rejected, unless ``View/maxLength(_:)`` sets another limit.
///
/// If the field has no title, name it with ``View/accessibilityLabel(_:)-1gapc``.
public struct TextEditor: _PrimitiveView {
  let title: String?
  let text: Binding<String>

  /// Creates a multiline field without a title.
  public init(text: Binding<String>) {
    title = nil
    self.text = text
  }

  /// Creates a multiline field with a title.
  public init(_ title: LocalizedStringKey, text: Binding<String>) {
    self.init(title.string, text: text)
  }

  /// Creates a multiline field with a title.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, text: Binding<String>) {
    self.title = String(title)
    self.text = text
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let id = renderer.place
    renderer.noteField()
    if renderer.isWriting {
      let bound = FieldCheck.normalized(view.text.wrappedValue)
      let row = renderer.openRow()
      renderer.openField(id, title: view.title)
      renderer.open("<textarea", class: "input")
      renderer.writeField(id, check: bound)
      renderer.writeTextContent()
      renderer.writeLimit(TextLimit.lines)
      renderer.write(" dir=\"auto\"")
      renderer.closeInput(id, prompt: nil)
      // An HTML parser drops the first line end, so this one isn't part of the text.
      renderer.write("\n")
      renderer.write(text: renderer.draft(id).map { FieldCheck.normalized($0) } ?? bound)
      renderer.write("</textarea>")
      renderer.closeField(id)
      renderer.closeRow(row)
    } else if renderer.wants(id) {
      let text = view.text
      renderer.keepText(
        id, limit: TextLimit.lines, current: { FieldCheck.normalized(text.wrappedValue) },
        write: { typed in
          let typed = FieldCheck.normalized(typed)
          guard !FieldCheck.areSame(typed, FieldCheck.normalized(text.wrappedValue)) else {
            return .unchanged
          }
          text.wrappedValue = typed
          return .applied
        })
    }
  }
}
