/// A list of rows, with optional sections.
///
/// Each view that's directly in the list is a row, and so is each element of a ``ForEach``.
public struct List<Content: View>: _PrimitiveView {
  @usableFromInline let content: Content

  /// Creates a list of the views that `content` returns.
  @inlinable
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  /// Creates a list with a row for each element, identified by the value at `id`.
  @inlinable
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder row: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, Row> {
    content = ForEach(data, id: id, content: row)
  }

  /// Creates a list with a row for each identifiable element.
  @inlinable
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @ViewBuilder row: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, Row>, Data.Element: Identifiable {
    content = ForEach(data, content: row)
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.openRow()
    let outer = renderer.surrounding
    if Content._containsSections {
      if renderer.isWriting {
        renderer.open("<div", class: "list")
        renderer.write(">")
      }
      renderer.surrounding = .sections
      Content._render(view.content, &renderer)
      if renderer.isWriting { renderer.write("</div>") }
    } else {
      if renderer.isWriting {
        renderer.open("<ul", class: "list")
        renderer.write(">")
      }
      renderer.surrounding = .rows
      Content._render(view.content, &renderer)
      if renderer.isWriting { renderer.write("</ul>") }
    }
    renderer.surrounding = outer
    renderer.closeRow(row)
  }
}
