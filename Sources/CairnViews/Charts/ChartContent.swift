/// A part of a ``Chart``, such as a ``BarMark``.
public protocol ChartContent {
  /// The marks, in order.
  var _marks: [_ChartMark] { get }
}

/// A mark of a chart.
public struct _ChartMark {
  enum Kind: Int, CaseIterable {
    /// The order is the one in which the kinds are drawn.
    case area, bar, line, point
  }

  let kind: Kind
  let x: _PlottedValue
  let y: Double
  let xLabel: String
  let yLabel: String
  /// The name of the series, or `nil` if it's the label of the vertical value.
  var series: _PlottedValue?

  init<X: Plottable, Y: Plottable & Numeric>(
    _ kind: Kind, x: PlottableValue<X>, y: PlottableValue<Y>
  ) {
    self.kind = kind
    self.x = x.value._plotted
    if case .number(let number) = y.value._plotted { self.y = number } else { self.y = .nan }
    xLabel = x.label
    yLabel = y.label
  }
}

/// The marks of a part whose series is set.
public struct _StyledChartContent: ChartContent {
  public let _marks: [_ChartMark]
}

extension ChartContent {
  /// Sets the series that the marks belong to.
  ///
  /// Each series has its own color, and a pattern, a dash, or a shape. The chart has a legend with the names of the
  /// series. There are six colors, and a seventh series has the color of the first one.
  /// - Parameter value: The name of the series, which can also be a number or a date.
  public func foregroundStyle(by value: PlottableValue<some Plottable>) -> some ChartContent {
    let series = value.value._plotted
    return _StyledChartContent(
      _marks: _marks.map { mark in
        var mark = mark
        mark.series = series
        return mark
      })
  }
}

/// Combines the marks of a ``Chart``, which can be in conditions and `for` loops.
@resultBuilder
public enum ChartContentBuilder {
  /// Builds a part of a chart.
  public static func buildExpression(_ content: some ChartContent) -> [_ChartMark] {
    content._marks
  }

  /// Builds all parts.
  public static func buildBlock(_ parts: [_ChartMark]...) -> [_ChartMark] { parts.flatMap(\.self) }

  /// Builds the parts of an `if` without an `else`.
  public static func buildOptional(_ part: [_ChartMark]?) -> [_ChartMark] { part ?? [] }

  /// Builds the first parts of a condition.
  public static func buildEither(first part: [_ChartMark]) -> [_ChartMark] { part }

  /// Builds the other parts of a condition.
  public static func buildEither(second part: [_ChartMark]) -> [_ChartMark] { part }

  /// Builds the parts of a `for` loop.
  public static func buildArray(_ parts: [[_ChartMark]]) -> [_ChartMark] { parts.flatMap(\.self) }
}
