/// A space that expands to fill its stack.
public struct Spacer: _PrimitiveView {
  /// Creates a spacer.
  @inlinable
  public init() {}

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.isWriting else { return }
    renderer.write("<span class=\"spacer\"></span>")
  }
}

/// A line between views.
public struct Divider: _PrimitiveView {
  /// Creates a divider.
  @inlinable
  public init() {}

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.isWriting else { return }
    let row = renderer.openRow()
    renderer.open("<hr")
    renderer.write(">")
    renderer.closeRow(row)
  }
}
