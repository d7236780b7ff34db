public import CairnFeatures

/// A field of one line whose text is not shown, and never written into a page.
///
/// A field that is left empty does not change what it is bound to.
///
/// A text of more than 1,000 characters is refused, unless ``View/maxLength(_:)`` sets another limit.
///
/// The text is sent with the next tap in the field's layer, not while the user types. It isn't stored: bind
/// the field to a `Secret`, which is kept in memory only. If the field is bound to a `String`, the server
/// replaces each string in the scene's state that is equal to the text with an empty one before it stores
/// the state. A string that merely contains the text isn't recognized, so prefer a `Secret`.
public struct SecureField: _PrimitiveView {
  let title: String
  let prompt: String?
  let read: () -> String
  let write: (String) -> Void

  /// A field for a password that is kept in memory only.
  public init(_ title: String, text: Binding<Secret>, prompt: String? = nil) {
    self.title = title
    self.prompt = prompt
    read = { text.wrappedValue.text }
    write = { text.wrappedValue = Secret($0) }
  }

  /// A field for a password that is a part of an ordinary state.
  public init(_ title: String, text: Binding<String>, prompt: String? = nil) {
    self.title = title
    self.prompt = prompt
    read = { text.wrappedValue }
    write = { text.wrappedValue = $0 }
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
      renderer.writeLimit(TextLimit.secret)
      // The script sends it with a tap only.
      renderer.write(" data-secret")
      renderer.closeInput(id, prompt: view.prompt)
      renderer.closeField(id)
      renderer.closeRow(row)
    } else if renderer.wants(id) {
      let (read, write) = (view.read, view.write)
      renderer.keepText(
        id, limit: TextLimit.secret, isSecret: true, current: { nil },
        write: { typed in
          let typed = FieldCheck.singleLine(typed)
          guard !typed.isEmpty, !FieldCheck.areSame(typed, read()) else { return .unchanged }
          write(typed)
          return .applied
        })
    }
  }
}
