/// A point of a ``Chart``.
///
/// ```swift
/// PointMark(x: .value("Month", order.month), y: .value("Sales", order.sales))
/// ```
/// The points of each series have their own shape.
public struct PointMark: ChartContent {
  public let _marks: [_ChartMark]

  /// Creates a mark.
  /// - Parameters:
  ///   - x: The horizontal value, which is a category, a number, or a date.
  ///   - y: The vertical value.
  public init<X: Plottable, Y: Plottable & Numeric>(
    x: PlottableValue<X>, y: PlottableValue<Y>
  ) {
    _marks = [_ChartMark(.point, x: x, y: y)]
  }
}
