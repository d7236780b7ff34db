public import Foundation

/// A value that can be a segment of a location, or a value in its query.
public protocol RouteValue: Hashable {
  /// Creates a value from a segment. Returns `nil` if the segment isn't valid.
  init?(routeSegment: String)

  /// The segment for this value.
  var routeSegment: String { get }
}

extension RouteValue where Self: LosslessStringConvertible {
  /// Creates a value from its description. Returns `nil` if the segment isn't one.
  public init?(routeSegment: String) { self.init(routeSegment) }

  /// The description of the value.
  public var routeSegment: String { description }
}

extension Int: RouteValue {
  /// Creates an integer from decimal digits in their shortest form. For example, `+7` and `007` aren't valid.
  public init?(routeSegment: String) {
    guard let value = Int(routeSegment), value.description == routeSegment else { return nil }
    self = value
  }
}

extension Int64: RouteValue {
  public init?(routeSegment: String) {
    guard let value = Int64(routeSegment), value.description == routeSegment
    else { return nil }
    self = value
  }
}

extension Bool: RouteValue {}

extension String: RouteValue {}

extension UUID: RouteValue {
  public init?(routeSegment: String) { self.init(uuidString: routeSegment) }
  public var routeSegment: String { uuidString.lowercased() }
}

extension RouteValue where Self: RawRepresentable, RawValue: RouteValue {
  /// Creates a value from the segment of its raw value. Returns `nil` if the segment isn't valid.
  public init?(routeSegment: String) {
    guard let value = RawValue(routeSegment: routeSegment) else { return nil }
    self.init(rawValue: value)
  }

  /// The segment of the raw value.
  public var routeSegment: String { rawValue.routeSegment }
}
