/// Markup that's written without escaping.
///
/// This is the only way to bypass escaping. If any part of the markup comes from a user, sanitize it first.
public struct UnsafeHTML: _PrimitiveView {
  @usableFromInline let markup: String

  /// Creates a view that writes `markup` without escaping.
  @inlinable
  public init(_ markup: String) { self.markup = markup }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.isWriting else { return }
    let row = renderer.openRow()
    renderer.write(unsafe: view.markup)
    renderer.closeRow(row)
  }
}

extension Renderer {
  @usableFromInline
  mutating func write(unsafe markup: String) { out.appendRaw(markup) }
}
