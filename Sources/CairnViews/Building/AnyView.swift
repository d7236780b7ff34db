/// A view whose type is hidden.
///
/// It costs an allocation and hides from the compiler what it could specialise: it is for what
/// has to be recursive or heterogeneous, and not for rows.
public struct AnyView: _PrimitiveView {
  @usableFromInline let render: (inout Renderer) -> Void

  /// Hides the type of `view`.
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
