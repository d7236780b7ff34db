/// Markup that is written as it is: the only way around escaping.
///
/// Whoever makes one vouches that no part of it comes from a user, or that it has been cleaned.
public struct UnsafeHTML: _PrimitiveView {
  @usableFromInline let markup: String

  /// Writes `markup` as it is.
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
