/// A point of the upper edge of an area in a ``Chart``.
///
/// ```swift
/// AreaMark(x: .value("Month", order.month), y: .value("Sales", order.sales))
/// ```
/// Areas of several series are stacked. They should have the same horizontal values.
public struct AreaMark: ChartContent {
  public let _marks: [_ChartMark]

  /// Creates a mark.
  /// - Parameters:
  ///   - x: The horizontal value, which is a category, a number, or a date.
  ///   - y: The vertical value.
  public init<X: Plottable, Y: Plottable & Numeric>(
    x: PlottableValue<X>, y: PlottableValue<Y>
  ) {
    _marks = [_ChartMark(.area, x: x, y: y)]
  }
}
