/// The column by which a table is sorted, and the direction.
///
/// It's part of the state, so that a reducer can sort rows or query a database. To put it into the URL, declare both
/// of its values as queries:
///
/// ```swift
/// enum ItemColumn: String, Codable, RouteValue { case name, price }
///
/// extension ItemList.State: Routable {
///   static var routes: some Routes<Self> {
///     Query(\.sort.column, "sort", default: .name)
///     Query(\.sort.order, "order", default: .ascending)
///   }
/// }
/// ```
/// The items sorted by price in descending order then have the URL `?sort=price&order=desc`.
public struct TableSort<Column: Hashable>: Hashable {
  /// The column by which the rows are sorted.
  public var column: Column
  /// The direction.
  public var order: TableSortOrder

  /// Creates a sort order.
  /// - Parameters:
  ///   - column: The column by which the rows are sorted.
  ///   - order: The direction.
  public init(_ column: Column, order: TableSortOrder = .ascending) {
    self.column = column
    self.order = order
  }

  /// Sorts by a column, as a tap on its header does.
  ///
  /// If the table is already sorted by this column, the direction changes. Otherwise, the order is ascending.
  public mutating func toggle(_ column: Column) {
    if column == self.column {
      order = order.reversed
    } else {
      (self.column, order) = (column, .ascending)
    }
  }

  /// Returns whether one value precedes another in the direction of this sort order.
  ///
  /// ```swift
  /// items.sorted { sort.precedes($0.name, $1.name) }
  /// ```
  public func precedes<Value: Comparable>(_ one: Value, _ other: Value) -> Bool {
    order == .ascending ? one < other : other < one
  }
}

extension TableSort: Sendable where Column: Sendable {}
extension TableSort: Encodable where Column: Encodable {}
extension TableSort: Decodable where Column: Decodable {}

/// The direction in which a table is sorted. Its raw value is the text in a URL.
public enum TableSortOrder: String, Codable, CaseIterable, Hashable, Sendable {
  /// Smaller values precede larger ones.
  case ascending = "asc"
  /// Larger values precede smaller ones.
  case descending = "desc"

  /// The other direction.
  public var reversed: TableSortOrder { self == .ascending ? .descending : .ascending }
}
