public import Foundation

/// A value that can stand as a segment of a location, or as a value of its query.
public protocol LocationValue: Hashable {
  /// The value that a segment names; nil where it names none.
  init?(locationSegment: String)

  /// The segment.
  var locationSegment: String { get }
}

extension LocationValue where Self: LosslessStringConvertible {
  public init?(locationSegment: String) { self.init(locationSegment) }
  public var locationSegment: String { description }
}

extension Int: LocationValue {
  /// An integer in plain decimal digits: `+7` and `007` are other spellings of `7`, and name nothing.
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
