public import CairnTexts

/// A value of a mark in a chart, with the name of its dimension.
///
/// ```swift
/// BarMark(x: .value("Month", order.month), y: .value("Sales", order.sales))
/// ```
public struct PlottableValue<Value: Plottable> {
  let label: String
  let value: Value

  /// Creates a value.
  /// - Parameters:
  ///   - label: The name of the dimension, such as “Month”. It's a header in the table of the chart's data.
  ///   - value: The value.
  public static func value(_ label: LocalizedStringKey, _ value: Value) -> PlottableValue {
    PlottableValue(label: label.string, value: value)
  }

  /// Creates a value with a label that isn't looked up.
  /// - Parameters:
  ///   - label: The name of the dimension, such as “Month”. It's a header in the table of the chart's data.
  ///   - value: The value.
  @_disfavoredOverload
  public static func value(_ label: some StringProtocol, _ value: Value) -> PlottableValue {
    PlottableValue(label: String(label), value: value)
  }
}
