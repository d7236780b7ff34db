/// An HTML element with any name and attributes.
///
/// The names of elements and attributes are static, and values are escaped. Text in an element isn't wrapped in a
/// paragraph.
///
/// ```swift
/// Element("article", .class("card"), .attribute("data-kind", kind)) {
///   Element("h2") { Text(title) }
/// }
/// ```
public struct Element<Content: View>: _PrimitiveView {
  @usableFromInline let name: StaticString
  @usableFromInline let attributes: [ElementAttribute]
  @usableFromInline let content: Content

  /// Creates an element with content.
  @inlinable
  public init(
    _ name: StaticString, _ attributes: ElementAttribute..., @ViewBuilder content: () -> Content
  ) {
    self.name = name
    self.attributes = attributes
    self.content = content()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.isWriting else {
      Content._render(view.content, &renderer)
      return
    }
    let row = renderer.openRow(element: view.name)
    let outer = renderer.surrounding
    renderer.open(element: view.name, view.attributes)
    if renderer.mayHaveContent(view.name) {
      renderer.surrounding = .inline
      Content._render(view.content, &renderer)
      renderer.close(element: view.name)
    }
    renderer.surrounding = outer
    renderer.closeRow(row)
  }
}

extension Element where Content == EmptyView {
  /// Creates an element without content. A void element, such as `br` or `img`, has no end tag.
  @inlinable
  public init(_ name: StaticString, _ attributes: ElementAttribute...) {
    self.name = name
    self.attributes = attributes
    content = EmptyView()
  }
}
