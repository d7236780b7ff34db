/// Views side by side.
public struct HStack<Content: View>: _PrimitiveView {
  @usableFromInline let alignment: VerticalAlignment
  @usableFromInline let content: Content

  /// Puts what `content` builds side by side.
  @inlinable
  public init(
    alignment: VerticalAlignment = .center, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.content = content()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.openRow()
    let outer = renderer.surrounding
    if renderer.isWriting {
      switch view.alignment {
      case .center: renderer.open("<div", class: "hstack")
      case .top: renderer.open("<div", class: "hstack top")
      case .bottom: renderer.open("<div", class: "hstack bottom")
      case .firstTextBaseline: renderer.open("<div", class: "hstack baseline")
      }
      renderer.write(">")
    }
    renderer.surrounding = .block
    Content._render(view.content, &renderer)
    renderer.surrounding = outer
    if renderer.isWriting { renderer.write("</div>") }
    renderer.closeRow(row)
  }
}

/// Views one above the other.
public struct VStack<Content: View>: _PrimitiveView {
  @usableFromInline let alignment: HorizontalAlignment
  @usableFromInline let content: Content

  /// Puts what `content` builds one above the other.
  @inlinable
  public init(
    alignment: HorizontalAlignment = .leading, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.content = content()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.openRow()
    let outer = renderer.surrounding
    if renderer.isWriting {
      switch view.alignment {
      case .leading: renderer.open("<div", class: "vstack")
      case .center: renderer.open("<div", class: "vstack center")
      case .trailing: renderer.open("<div", class: "vstack trailing")
      }
      renderer.write(">")
    }
    renderer.surrounding = .block
    Content._render(view.content, &renderer)
    renderer.surrounding = outer
    if renderer.isWriting { renderer.write("</div>") }
    renderer.closeRow(row)
  }
}

/// How views side by side are aligned.
public enum VerticalAlignment: Sendable { case top, center, bottom, firstTextBaseline }

/// How views one above the other are aligned.
public enum HorizontalAlignment: Sendable { case leading, center, trailing }
