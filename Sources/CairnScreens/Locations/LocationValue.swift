public import Foundation

/// A value that can be a segment of a location, or a value in its query.
public protocol LocationValue: Hashable {
  /// Creates a value from a segment. Returns `nil` if the segment isn't valid.
  init?(locationSegment: String)

  /// The segment for this value.
  var locationSegment: String { get }
}

extension LocationValue where Self: LosslessStringConvertible {
  public init?(locationSegment: String) { self.init(locationSegment) }
  public var locationSegment: String { description }
}

extension Int: LocationValue {
  /// Creates an integer from decimal digits in their shortest form. For example, `+7` and `007` aren't valid.
  public init?(locationSegment: String) {
    guard let value = Int(locationSegment), value.description == locationSegment else { return nil }
    self = value
  }
}

extension Int64: LocationValue {
  public init?(locationSegment: String) {
    guard let value = Int64(locationSegment), value.description == locationSegment
    else { return nil }
    self = value
  }
}

extension Bool: LocationValue {}

extension String: LocationValue {}

extension UUID: LocationValue {
  public init?(locationSegment: String) { self.init(uuidString: locationSegment) }
  public var locationSegment: String { uuidString.lowercased() }
}

extension LocationValue where Self: RawRepresentable, RawValue: LocationValue {
  public init?(locationSegment: String) {
    guard let value = RawValue(locationSegment: locationSegment) else { return nil }
    self.init(rawValue: value)
  }

  public var locationSegment: String { rawValue.locationSegment }
}
