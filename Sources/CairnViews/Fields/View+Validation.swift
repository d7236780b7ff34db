/// A modifier that sets the validation message of a field.
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
  /// Replaces the message for the next field, and returns the previous one.
  @usableFromInline
  mutating func exchange(validation message: String?) -> String? {
    let outer = state.validationMessage
    state.validationMessage = message
    return outer
  }
}

extension View {
  /// Shows a message below the field within this view if its value is invalid.
  /// - Parameter message: The message, or `nil` if the value is valid.
  @inlinable
  public consuming func validationMessage(_ message: LocalizedStringKey?) -> Modified<
    Self, _ValidationModifier
  > {
    validationMessage(message?.string)
  }

  /// Shows a message below the field within this view if its value is invalid.
  /// - Parameter message: The message, or `nil` if the value is valid.
  @inlinable
  @_disfavoredOverload
  public consuming func validationMessage(_ message: String?) -> Modified<Self, _ValidationModifier>
  {
    Modified(self, _ValidationModifier(message))
  }
}
