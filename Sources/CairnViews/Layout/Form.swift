/// Fields below one another; with sections where there are any.
///
/// It is no `<form>`: the layer is one, so that every field travels with every button.
public struct Form<Content: View>: _PrimitiveView {
  @usableFromInline let content: Content

  /// A form of what `content` builds.
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
