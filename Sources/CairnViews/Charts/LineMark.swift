/// A point of a line in a ``Chart``.
///
/// ```swift
/// LineMark(x: .value("Month", order.month), y: .value("Sales", order.sales))
/// ```
/// The points of a series are connected in the order of their horizontal values.
public struct LineMark: ChartContent {
  public let _marks: [_ChartMark]

  /// Creates a mark.
  /// - Parameters:
  ///   - x: The horizontal value, which is a category, a number, or a date.
  ///   - y: The vertical value.
  public init<X: Plottable, Y: Plottable & Numeric>(
    x: PlottableValue<X>, y: PlottableValue<Y>
  ) {
    _marks = [_ChartMark(.line, x: x, y: y)]
  }
}
