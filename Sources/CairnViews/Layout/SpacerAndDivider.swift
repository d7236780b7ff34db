/// Room that takes what is left.
public struct Spacer: _PrimitiveView {
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
