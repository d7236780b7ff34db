/// Any element of HTML, for those who know what they want.
///
/// Names of elements and attributes are static; values are escaped. Text inside is bare.
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

  /// An element with content.
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
  /// An element without content; a void one (`br`, `img`) has no end tag.
  @inlinable
  public init(_ name: StaticString, _ attributes: ElementAttribute...) {
    self.name = name
    self.attributes = attributes
    content = EmptyView()
  }
}
