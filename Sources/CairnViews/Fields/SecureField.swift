public import CairnFeatures

/// A single-line field for a password, whose text isn't displayed and is never written into a page.
///
/// An empty field doesn't change the bound value. A text of more than 1,000 characters is rejected, unless
/// ``View/maxLength(_:)`` sets another limit.
///
/// The text is sent once, with the next tap in the field's layer, and not while the user types. The field is empty
/// afterward. The text is never stored, because the field is bound to a `Secret`, which exists only in memory.
public struct SecureField: _PrimitiveView {
  let title: String
  let prompt: String?
  let text: Binding<Secret>

  /// Creates a field for a password.
  public init(_ title: LocalizedStringKey, text: Binding<Secret>, prompt: LocalizedStringKey? = nil)
  {
    self.init(title.string, text: text, prompt: prompt)
  }

  /// Creates a field for a password.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, text: Binding<Secret>, prompt: LocalizedStringKey? = nil
  ) {
    self.title = String(title)
    self.prompt = prompt?.string
    self.text = text
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
      let text = view.text
      renderer.keepText(
        id, limit: TextLimit.secret, isSecret: true, current: { nil },
        write: { typed in
          let typed = Secret(FieldCheck.singleLine(typed))
          guard !typed.isEmpty, typed != text.wrappedValue else { return .unchanged }
          text.wrappedValue = typed
          return .applied
        })
    }
  }
}
