public import CairnFeatures

/// A single-line field for a password, whose text isn't displayed and is never written into a page.
///
/// An empty field doesn't change the bound value. A text of more than 1,000 characters is rejected, unless
/// ``View/maxLength(_:)`` sets another limit.
///
/// The text is sent with the next tap in the field's layer, not while the user types. It isn't stored if you bind the
/// field to a `Secret`, which exists only in memory.
///
/// If you bind the field to a `String`, the server removes the text before it stores the scene's state. It replaces
/// each string that equals the text with an empty string. A string that merely contains the text isn't recognized, so
/// prefer a `Secret`.
public struct SecureField: _PrimitiveView {
  let title: String
  let prompt: String?
  let read: () -> String
  let write: (String) -> Void

  /// Creates a field for a password that exists only in memory.
  public init(_ title: String, text: Binding<Secret>, prompt: String? = nil) {
    self.title = title
    self.prompt = prompt
    read = { text.wrappedValue.text }
    write = { text.wrappedValue = Secret($0) }
  }

  /// Creates a field for a password that's part of an ordinary state.
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
      // The script sends the text only with a tap.
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
