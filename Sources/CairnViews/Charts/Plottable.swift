public import Foundation

/// A value that a chart can show: a category, a number, or a date.
///
/// Texts, integers, floating-point numbers, and dates conform to it. For an enum with texts as its raw values, such as
/// the kinds of an order, plot `rawValue`.
public protocol Plottable {
  /// The value in the form that a chart computes with.
  var _plotted: _PlottedValue { get }
}

/// A value of a chart.
public enum _PlottedValue: Hashable, Sendable {
  /// A name, of which a chart shows one after the other.
  case category(String)
  /// A number, which can be infinite or not a number.
  case number(Double)
  /// A point in time.
  case date(Date)
}

extension String: Plottable {
  public var _plotted: _PlottedValue { .category(self) }
}

extension Int: Plottable {
  public var _plotted: _PlottedValue { .number(Double(self)) }
}

extension Int64: Plottable {
  public var _plotted: _PlottedValue { .number(Double(self)) }
}

extension Float: Plottable {
  public var _plotted: _PlottedValue { .number(Double(self)) }
}

extension Double: Plottable {
  public var _plotted: _PlottedValue { .number(self) }
}

extension Date: Plottable {
  public var _plotted: _PlottedValue { .date(self) }
}
