/// A grid whose columns are as wide as their widest view.
///
/// ```swift
/// Grid(horizontalSpacing: 16) {
///   GridRow {
///     Text("Weight")
///     Text("2 kg")
///   }
///   Divider()
///   GridRow {
///     Text("Height")
///     Text("30 cm")
///   }
/// }
/// ```
///
/// Each view of a ``GridRow`` is in the next column, up to 12 columns. A view outside of a row is as wide as the grid.
/// A grid is only a layout. Screen readers don't announce rows and columns.
public struct Grid<Content: View>: _PrimitiveView {
  @usableFromInline let alignment: Alignment
  @usableFromInline let horizontalSpacing: StackSpacing
  @usableFromInline let verticalSpacing: StackSpacing
  @usableFromInline let content: Content

  /// Creates a grid.
  /// - Parameters:
  ///   - alignment: The alignment of each view in its cell.
  ///   - horizontalSpacing: The space between columns in pixels, or `nil` for the style sheet's default. It's rounded
  ///     to a step of the style sheet's scale, which is 0, 4, 8, 12, 16, 24, 32, or 48.
  ///   - verticalSpacing: The space between rows in pixels, which is rounded in the same way.
  ///   - content: The rows, and the views between them.
  @inlinable
  public init(
    alignment: Alignment = .leading, horizontalSpacing: Double? = nil,
    verticalSpacing: Double? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.horizontalSpacing = StackSpacing(horizontalSpacing)
    self.verticalSpacing = StackSpacing(verticalSpacing)
    self.content = content()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.openRow()
    let outer = renderer.surrounding
    if renderer.isWriting {
      view.verticalSpacing.pend(&renderer)
      view.horizontalSpacing.pendColumns(&renderer)
      renderer.open("<div", class: "grid")
      renderer.write(view.alignment)
      renderer.write(">")
      renderer.endTag()
    }
    renderer.surrounding = .block
    Content._render(view.content, &renderer)
    renderer.surrounding = outer
    if renderer.isWriting { renderer.write("</div>") }
    renderer.closeRow(row)
  }
}

/// A row of a ``Grid``, with a view for each column.
public struct GridRow<Content: View>: _PrimitiveView {
  @usableFromInline let content: Content

  /// Creates a row of the views that `content` returns.
  @inlinable
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.openRow()
    let outer = renderer.surrounding
    if renderer.isWriting {
      renderer.open("<div", class: "grid-row")
      renderer.write(">")
      renderer.endTag()
    }
    renderer.surrounding = .block
    Content._render(view.content, &renderer)
    renderer.surrounding = outer
    if renderer.isWriting { renderer.write("</div>") }
    renderer.closeRow(row)
  }
}
