public import CairnTexts

/// A table with a row for each element of a collection.
///
/// ```swift
/// Table(store.items, caption: "Items", selection: $store.selection, sortOrder: $store.sort) {
///   TableColumn("Name", value: \.name, sort: .name)
///   TableColumn("Price", sort: .price) { item in Text(item.price, format: .number) }
///     .alignment(.trailing)
/// }
/// ```
/// The rows are displayed in the order of the collection. A tap on the header of a column with a `sort` value changes
/// the ``TableSort`` in the binding, and the state or the view sorts the elements.
///
/// The cells of the first column are the headers of their rows. In a narrow window, each row is a card with a line
/// per column. In a wide window, a long table scrolls under its header.
///
/// A row is evaluated whenever the table is. Only rows that have changed are sent to the browser.
public struct Table<Data: RandomAccessCollection, SortColumn: Hashable>: _PrimitiveView
where Data.Element: Identifiable {
  /// The columns of the table.
  public typealias Columns = TableColumnBuilder<Data.Element, SortColumn>

  @usableFromInline let rows: ForEach<Data, TableCells<Data.Element, SortColumn>>
  @usableFromInline let head: TableHead<Data.Element, SortColumn>

  @inlinable
  init(
    _ data: Data, caption: String?, selection: Binding<Set<Data.Element.ID>>?,
    sortOrder: Binding<TableSort<SortColumn>>?, columns: [TableColumn<Data.Element, SortColumn>],
    fileID: StaticString, filePath: StaticString, line: UInt
  ) {
    head = TableHead(
      caption: caption, columns: columns, sortOrder: sortOrder, isSelectable: selection != nil)
    rows = ForEach(
      data,
      content: { TableCells(row: $0, columns: columns, selection: selection) },
      fileID: fileID, filePath: filePath, line: line)
  }

  /// Creates a table.
  /// - Parameters:
  ///   - data: The elements, in the order of their rows.
  ///   - caption: The visible name of the table, or `nil` if the table has no caption.
  ///   - selection: The IDs of the selected elements, each of which has a checkbox in its row. With `nil`, rows can't
  ///     be selected. IDs of elements that aren't in the table stay in the set.
  ///   - columns: The columns. At least one of them should have a `value`, which names the checkbox of its row.
  @inlinable
  public init(
    _ data: Data, caption: LocalizedStringKey? = nil,
    selection: Binding<Set<Data.Element.ID>>? = nil,
    @TableColumnBuilder<Data.Element, SortColumn> columns: () -> [TableColumn<
      Data.Element, SortColumn
    >],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) where SortColumn == Never {
    self.init(
      data, caption: caption?.string, selection: selection, sortOrder: nil, columns: columns(),
      fileID: fileID, filePath: filePath, line: line)
  }

  /// Creates a table that can be sorted.
  /// - Parameters:
  ///   - data: The elements, in the order of their rows.
  ///   - caption: The visible name of the table, or `nil` if the table has no caption.
  ///   - selection: The IDs of the selected elements, each of which has a checkbox in its row. With `nil`, rows can't
  ///     be selected. IDs of elements that aren't in the table stay in the set.
  ///   - sortOrder: The current sort order, which headers of columns with a `sort` value change.
  ///   - columns: The columns. At least one of them should have a `value`, which names the checkbox of its row.
  @inlinable
  public init(
    _ data: Data, caption: LocalizedStringKey? = nil,
    selection: Binding<Set<Data.Element.ID>>? = nil,
    sortOrder: Binding<TableSort<SortColumn>>,
    @TableColumnBuilder<Data.Element, SortColumn> columns: () -> [TableColumn<
      Data.Element, SortColumn
    >],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(
      data, caption: caption?.string, selection: selection, sortOrder: sortOrder,
      columns: columns(), fileID: fileID, filePath: filePath, line: line)
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.openRow()
    let outer = renderer.surrounding
    let place = renderer.place
    renderer.openTable(caption: view.head.caption)
    renderer.surrounding = .inline
    view.head.render(&renderer)
    if renderer.isWriting { renderer.write("<tbody role=\"rowgroup\">") }
    renderer.surrounding = .tableRows
    renderer.place = place
    ForEach._render(view.rows, &renderer)
    if renderer.isWriting { renderer.write("</tbody></table></div>") }
    renderer.surrounding = outer
    renderer.closeRow(row)
  }
}

extension Renderer {
  /// Writes the start of a table. The table is in an element that scrolls.
  /// - Parameters:
  ///   - caption: The visible name of the table.
  ///   - label: The name of the table for assistive technology if the table has no caption.
  @usableFromInline
  mutating func openTable(caption: String?, label: String? = nil) {
    guard isWriting else { return }
    // The element can get the focus, so that the table can be scrolled with keys.
    write("<div class=\"table-scroll\" tabindex=\"0\"")
    if let name = caption ?? label {
      write(" role=\"region\" aria-label=\"")
      write(attribute: name)
      write("\"")
    }
    write(">")
    open("<table", class: "table")
    // In some browsers, a table that's displayed as cards is a table only with these roles.
    write(" role=\"table\">")
    guard let caption else { return }
    write("<caption>")
    write(text: caption)
    write("</caption>")
  }

  /// Begins a row of a table. The script recognizes the row by the start of its class.
  mutating func beginTableRow(_ id: UInt64?) {
    beginPart(place)
    write(
      takeAnchorRow(id)
        ? "<tr class=\"field-row anchor\" role=\"row\">" : "<tr class=\"field-row\" role=\"row\">")
  }
}
