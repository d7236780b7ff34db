/// A bar of a ``Chart``.
///
/// ```swift
/// BarMark(x: .value("Month", order.month), y: .value("Sales", order.sales))
/// ```
/// Bars with the same horizontal value are stacked. Negative ones are stacked below zero.
public struct BarMark: ChartContent {
  public let _marks: [_ChartMark]

  /// Creates a mark.
  /// - Parameters:
  ///   - x: The horizontal value, which is a category, a number, or a date.
  ///   - y: The vertical value.
  public init<X: Plottable, Y: Plottable & Numeric>(
    x: PlottableValue<X>, y: PlottableValue<Y>
  ) {
    _marks = [_ChartMark(.bar, x: x, y: y)]
  }
}
