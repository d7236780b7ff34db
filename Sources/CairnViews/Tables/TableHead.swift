import CairnTexts

/// The header of a table, whose columns can have buttons that sort it.
@usableFromInline
struct TableHead<RowValue, SortColumn: Hashable> {
  @usableFromInline let caption: String?
  @usableFromInline let columns: [TableColumn<RowValue, SortColumn>]
  @usableFromInline let sortOrder: Binding<TableSort<SortColumn>>?
  @usableFromInline let isSelectable: Bool

  @usableFromInline
  init(
    caption: String?, columns: [TableColumn<RowValue, SortColumn>],
    sortOrder: Binding<TableSort<SortColumn>>?, isSelectable: Bool
  ) {
    self.caption = caption
    self.columns = columns
    self.sortOrder = sortOrder
    self.isSelectable = isSelectable
  }

  @usableFromInline
  func render(_ renderer: inout Renderer) {
    let place = Place.mix(renderer.place, TablePlaces.head)
    if renderer.isWriting {
      renderer.write("<thead role=\"rowgroup\"><tr role=\"row\">")
      if isSelectable {
        renderer.write("<th scope=\"col\" role=\"columnheader\" class=\"select\"><span>")
        renderer.write(text: renderer.state.texts[.selection])
        renderer.write("</span></th>")
      }
    }
    for (index, column) in columns.enumerated() {
      renderer.place = Place.mix(place, UInt64(index))
      let order = sortOrder.flatMap { order -> TableSortOrder? in
        let current = order.wrappedValue
        return current.column == column.sort ? current.order : nil
      }
      renderer.openHeader(column.alignment, order)
      if let sortOrder, let name = column.sort {
        var sorted = sortOrder.wrappedValue
        sorted.toggle(name)
        let button = Button(column.title) { sortOrder.wrappedValue = sorted }.class("sort")
        type(of: button)._render(button, &renderer)
      } else if renderer.isWriting {
        renderer.write(text: column.title)
      }
      if renderer.isWriting { renderer.write("</th>") }
    }
    if renderer.isWriting { renderer.write("</tr></thead>") }
  }
}

/// The positions of a table's parts that aren't its rows.
@usableFromInline
enum TablePlaces {
  @usableFromInline static var head: UInt64 { 0x7461_626C_6500_0001 }
  @usableFromInline static var selection: UInt64 { 0x7461_626C_6500_0002 }
}

extension Renderer {
  /// Writes the start tag of a column's header.
  fileprivate mutating func openHeader(
    _ alignment: TableColumnAlignment, _ order: TableSortOrder?
  ) {
    guard isWriting else { return }
    write("<th scope=\"col\" role=\"columnheader\"")
    writeClass(of: alignment)
    switch order {
    case .ascending: write(" aria-sort=\"ascending\"")
    case .descending: write(" aria-sort=\"descending\"")
    case nil: break
    }
    write(">")
  }

  /// Writes the class of a cell that isn't aligned at its leading edge.
  mutating func writeClass(of alignment: TableColumnAlignment) {
    switch alignment {
    case .leading: break
    case .center: write(" class=\"center\"")
    case .trailing: write(" class=\"trailing\"")
    }
  }
}
