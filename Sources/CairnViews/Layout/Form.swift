/// A vertical group of fields, with optional sections.
///
/// It isn't a `<form>` element. Each layer is one, so that every button submits all fields of its layer.
public struct Form<Content: View>: _PrimitiveView {
  @usableFromInline let content: Content

  /// Creates a form with the views that `content` returns.
  @inlinable
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.openRow()
    let outer = renderer.surrounding
    if renderer.isWriting {
      renderer.open("<div", class: "form")
      renderer.write(">")
    }
    renderer.surrounding = .form
    Content._render(view.content, &renderer)
    renderer.surrounding = outer
    if renderer.isWriting { renderer.write("</div>") }
    renderer.closeRow(row)
  }
}
