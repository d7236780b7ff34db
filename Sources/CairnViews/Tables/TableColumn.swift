public import CairnTexts

/// A column of a ``Table``, with its header and the content of its cells.
///
/// ```swift
/// TableColumn("Name", value: \.name, sort: .name)
/// TableColumn("Price", sort: .price) { item in Text(item.price, format: .currency(code: "EUR")) }
///   .alignment(.trailing)
/// ```
/// - `RowValue` is the type of the table's elements.
/// - `SortColumn` is the type that names the columns by which the table can be sorted, or `Never`.
public struct TableColumn<RowValue, SortColumn: Hashable> {
  @usableFromInline let title: String
  /// The name of the column in the table's sort order, or `nil` if it can't be sorted.
  @usableFromInline let sort: SortColumn?
  @usableFromInline var alignment = TableColumnAlignment.leading
  /// Returns the text of a cell, which can name its row.
  @usableFromInline let text: ((RowValue) -> String)?
  /// Writes or evaluates the content of a cell.
  @usableFromInline let render: (RowValue, inout Renderer) -> Void

  @inlinable
  init<Content: View>(
    title: String, sort: SortColumn?, text: ((RowValue) -> String)?,
    content: @escaping (RowValue) -> Content
  ) {
    self.title = title
    self.sort = sort
    self.text = text
    render = { row, renderer in Content._render(content(row), &renderer) }
  }

  /// Creates a column of texts.
  /// - Parameters:
  ///   - title: The header.
  ///   - value: The text of an element.
  ///   - sort: The name of the column in the table's sort order, or `nil` if it can't be sorted.
  @inlinable
  public init(
    _ title: LocalizedStringKey, value: KeyPath<RowValue, String>, sort: SortColumn? = nil
  ) {
    self.init(title.string, value: value, sort: sort)
  }

  /// Creates a column of texts.
  /// - Parameters:
  ///   - title: The header.
  ///   - value: The text of an element.
  ///   - sort: The name of the column in the table's sort order, or `nil` if it can't be sorted.
  @inlinable
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, value: KeyPath<RowValue, String>, sort: SortColumn? = nil
  ) {
    self.init(
      title: String(title), sort: sort, text: { $0[keyPath: value] },
      content: { Text(verbatim: $0[keyPath: value]) })
  }

  /// Creates a column of views, each of which shows a text of its element.
  /// - Parameters:
  ///   - title: The header.
  ///   - value: The text of an element, which can name its row.
  ///   - sort: The name of the column in the table's sort order, or `nil` if it can't be sorted.
  ///   - content: Returns the content of an element's cell.
  @inlinable
  public init<Content: View>(
    _ title: LocalizedStringKey, value: KeyPath<RowValue, String>, sort: SortColumn? = nil,
    @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self.init(title.string, value: value, sort: sort, content: content)
  }

  /// Creates a column of views, each of which shows a text of its element.
  /// - Parameters:
  ///   - title: The header.
  ///   - value: The text of an element, which can name its row.
  ///   - sort: The name of the column in the table's sort order, or `nil` if it can't be sorted.
  ///   - content: Returns the content of an element's cell.
  @inlinable
  @_disfavoredOverload
  public init<Content: View>(
    _ title: some StringProtocol, value: KeyPath<RowValue, String>, sort: SortColumn? = nil,
    @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self.init(
      title: String(title), sort: sort, text: { $0[keyPath: value] }, content: content)
  }

  /// Creates a column of views.
  /// - Parameters:
  ///   - title: The header.
  ///   - sort: The name of the column in the table's sort order, or `nil` if it can't be sorted.
  ///   - content: Returns the content of an element's cell.
  @inlinable
  public init<Content: View>(
    _ title: LocalizedStringKey, sort: SortColumn? = nil,
    @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self.init(title.string, sort: sort, content: content)
  }

  /// Creates a column of views.
  /// - Parameters:
  ///   - title: The header.
  ///   - sort: The name of the column in the table's sort order, or `nil` if it can't be sorted.
  ///   - content: Returns the content of an element's cell.
  @inlinable
  @_disfavoredOverload
  public init<Content: View>(
    _ title: some StringProtocol, sort: SortColumn? = nil,
    @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self.init(title: String(title), sort: sort, text: nil, content: content)
  }

  /// Sets the edge at which the header and the cells are aligned.
  ///
  /// With `.trailing`, all digits have the same width, so that numbers can be compared.
  @inlinable
  public func alignment(_ alignment: TableColumnAlignment) -> TableColumn {
    var column = self
    column.alignment = alignment
    return column
  }
}

/// The horizontal alignment of a table's column.
public enum TableColumnAlignment: Sendable {
  /// The edge where lines of text begin.
  case leading
  /// The middle.
  case center
  /// The edge where lines of text end, such as for numbers.
  case trailing
}

/// Combines the columns of a ``Table``, which can be in conditions and loops.
@resultBuilder
public enum TableColumnBuilder<RowValue, SortColumn: Hashable> {
  /// A column of the table.
  public typealias Column = TableColumn<RowValue, SortColumn>

  /// Builds a column.
  @inlinable
  public static func buildExpression(_ column: Column) -> [Column] { [column] }

  /// Builds columns in sequence.
  @inlinable
  public static func buildBlock(_ columns: [Column]...) -> [Column] { columns.flatMap { $0 } }

  /// Builds the result of an `if` without `else`.
  @inlinable
  public static func buildOptional(_ columns: [Column]?) -> [Column] { columns ?? [] }

  /// Builds the first branch of an `if` with `else`, or of a `switch`.
  @inlinable
  public static func buildEither(first columns: [Column]) -> [Column] { columns }

  /// Builds the second branch of an `if` with `else`, or of a `switch`.
  @inlinable
  public static func buildEither(second columns: [Column]) -> [Column] { columns }

  /// Builds the columns of a loop.
  @inlinable
  public static func buildArray(_ columns: [[Column]]) -> [Column] { columns.flatMap { $0 } }
}
