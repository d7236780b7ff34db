/// A view without content.
public struct EmptyView: _PrimitiveView {
  /// Creates a view without content.
  @inlinable
  public init() {}

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {}
}
