/// What is wrong with the field inside.
public struct _ValidationModifier: _PrimitiveModifier {
  @usableFromInline let message: String?

  @inlinable
  init(_ message: String?) { self.message = message }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let outer = renderer.exchange(validation: modifier.message)
    Content._render(content, &renderer)
    _ = renderer.exchange(validation: outer)
  }
}

extension Renderer {
  @usableFromInline
  mutating func exchange(validation message: String?) -> String? {
    let outer = state.validationMessage
    state.validationMessage = message
    return outer
  }
}

extension View {
  /// Says beside the field inside what is wrong with its value; nil where nothing is.
  @inlinable
  public consuming func validationMessage(_ message: String?) -> Modified<Self, _ValidationModifier>
  {
    Modified(self, _ValidationModifier(message))
  }
}
