/// A view that shows nothing.
public struct EmptyView: _PrimitiveView {
  @inlinable
  public init() {}

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {}
}
