/// A modifier that changes how a view is written, or what the view inherits.
///
/// It's public because inlined code needs it. Applications use the methods of ``View``.
public protocol _PrimitiveModifier: SendableMetatype {
  /// Evaluates `content` with the modifier's change, and then reverts the change.
  static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer)
}

/// A view with a modifier.
public struct Modified<Content: View, Modifier: _PrimitiveModifier>: _PrimitiveView {
  @usableFromInline let content: Content
  @usableFromInline let modifier: Modifier

  @inlinable
  package init(_ content: consuming Content, _ modifier: consuming Modifier) {
    self.content = content
    self.modifier = modifier
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    Modifier._apply(view.modifier, view.content, &renderer)
  }

  @inlinable
  public static var _containsSections: Bool { Content._containsSections }

  public static func _root(of view: Self) -> (any _SceneRoot)? { Content._root(of: view.content) }
}
