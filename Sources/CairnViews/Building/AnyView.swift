/// A type-erased view.
///
/// Use it for views that are recursive or of different types, but not for rows. It costs an allocation, and the
/// compiler can't specialize its content.
public struct AnyView: _PrimitiveView {
  @usableFromInline let render: (inout Renderer) -> Void

  /// Erases the type of `view`.
  @inlinable
  public init<V: View>(_ view: V) {
    render = { V._render(view, &$0) }
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.enter(Self.self) else { return }
    defer { renderer.leave() }
    view.render(&renderer)
  }
}
