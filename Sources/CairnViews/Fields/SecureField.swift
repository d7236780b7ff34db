/// A field of one line whose text is not shown, and never written into a page.
///
/// A field that is left empty does not change what it is bound to.
public struct SecureField: _PrimitiveView {
  let title: String
  let text: Binding<String>
  let prompt: String?

  /// A field for a password.
  public init(_ title: String, text: Binding<String>, prompt: String? = nil) {
    self.title = title
    self.text = text
    self.prompt = prompt
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let id = renderer.place
    renderer.noteField()
    if renderer.isWriting {
      let row = renderer.openRow()
      renderer.openField(id, title: view.title)
      renderer.open("<input", class: "input")
      renderer.writeField(id, check: FieldCheck.secret)
      renderer.write(" type=\"password\"")
      renderer.writeTextContent()
      renderer.closeInput(id, prompt: view.prompt)
      renderer.closeField(id)
      renderer.closeRow(row)
    } else if renderer.wants(id) {
      let text = view.text
      renderer.keepField(
        id, isReadable: false, current: { nil },
        write: { typed in
          let typed = FieldCheck.singleLine(typed)
          guard !typed.isEmpty, !FieldCheck.areSame(typed, text.wrappedValue) else {
            return .unchanged
          }
          text.wrappedValue = typed
          return .applied
        })
    }
  }
}
