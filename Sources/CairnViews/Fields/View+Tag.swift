/// A modifier that sets the value of a view in a picker or tab view.
public struct _TagModifier<Value: Hashable>: _PrimitiveModifier {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) { self.value = value }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    switch renderer.surrounding {
    case .options:
      let hash = StableHash.of(modifier.value)
      if renderer.isWriting {
        let isRadio = renderer.openOption(hash)
        Content._render(content, &renderer)
        renderer.closeOption(isRadio: isRadio)
      } else {
        renderer.offer(modifier.value, hash)
      }
    case .tabs, .tabContent:
      renderer.enterTag(modifier.value, StableHash.of(modifier.value))
      Content._render(content, &renderer)
      renderer.leaveTag()
    default:
      Content._render(content, &renderer)
    }
  }
}

extension Renderer {
  /// Records the value of an option, if it's the wanted option and isn't disabled.
  @usableFromInline
  mutating func offer(_ value: Any, _ hash: UInt64) {
    guard state.choice.sought == hash, !flags.contains(.disabled) else { return }
    state.choice.found = value
  }
}

extension View {
  /// Sets the value that represents the view in a ``Picker`` or ``TabView``.
  @inlinable
  public consuming func tag<Value: Hashable>(_ value: Value) -> Modified<Self, _TagModifier<Value>>
  {
    Modified(self, _TagModifier(value))
  }
}
