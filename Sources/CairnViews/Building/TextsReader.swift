package import CairnTexts

/// A view that depends on the framework's texts in the language of the page.
package struct TextsReader<Content: View>: _PrimitiveView {
  private let content: (_ texts: Texts) -> Content

  package init(@ViewBuilder content: @escaping (_ texts: Texts) -> Content) {
    self.content = content
  }

  package static func _render(_ view: Self, _ renderer: inout Renderer) {
    let content = view.content(renderer.state.texts)
    Content._render(content, &renderer)
  }
}
