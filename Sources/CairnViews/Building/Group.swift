/// Several views as one view, without additional markup.
public struct Group<Content: View>: _PrimitiveView {
  @usableFromInline let content: Content

  /// Groups the views that `content` returns.
  @inlinable
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    Content._render(view.content, &renderer)
  }

  @inlinable
  public static var _containsSections: Bool { Content._containsSections }
}
