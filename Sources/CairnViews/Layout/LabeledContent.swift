/// A value with a label before it.
public struct LabeledContent<Content: View>: _PrimitiveView {
  @usableFromInline let title: String
  @usableFromInline let content: Content

  /// Creates a label for custom content.
  @inlinable
  public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(title.string, content: content)
  }

  /// Creates a label for custom content.
  @inlinable
  @_disfavoredOverload
  public init(_ title: String, @ViewBuilder content: () -> Content) {
    self.title = title
    self.content = content()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.openRow()
    let outer = renderer.surrounding
    if renderer.isWriting {
      renderer.open("<div", class: "labeled")
      renderer.write("><span class=\"label\">")
      renderer.write(text: view.title)
      renderer.write("</span><span class=\"value\">")
    }
    renderer.surrounding = .inline
    Content._render(view.content, &renderer)
    renderer.surrounding = outer
    if renderer.isWriting { renderer.write("</span></div>") }
    renderer.closeRow(row)
  }
}

extension LabeledContent where Content == Text {
  /// Creates a label for a text.
  @inlinable
  public init(_ title: LocalizedStringKey, value: String) {
    self.init(title.string, value: value)
  }

  /// Creates a label for a text.
  @inlinable
  @_disfavoredOverload
  public init(_ title: some StringProtocol, value: String) {
    self.init(String(title)) { Text(value) }
  }
}
