public import Foundation

/// A range of dates for a ``DatePicker``.
public protocol _DateRange {
  /// The earliest date, or `nil` if there's no limit.
  var _earliest: Date? { get }
  /// The latest date, or `nil` if there's no limit.
  var _latest: Date? { get }
}

extension ClosedRange: _DateRange where Bound == Date {
  public var _earliest: Date? { lowerBound }
  public var _latest: Date? { upperBound }
}

extension PartialRangeFrom: _DateRange where Bound == Date {
  public var _earliest: Date? { lowerBound }
  public var _latest: Date? { nil }
}

extension PartialRangeThrough: _DateRange where Bound == Date {
  public var _earliest: Date? { nil }
  public var _latest: Date? { upperBound }
}
