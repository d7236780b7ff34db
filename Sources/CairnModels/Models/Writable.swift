public import CustomDump

/// A property of a model's state that bindings can write.
///
/// ```swift
/// struct State: Equatable {
///   @Writable var count = 0
/// }
///
/// Stepper("Count", value: model.$count)
/// ```
@propertyWrapper
public struct Writable<Value> {
  /// The value of the property.
  public var wrappedValue: Value

  /// Creates a property with an initial value.
  @inlinable
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// The wrapper itself, so that `model.$count` is a binding to the property.
  @inlinable
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }
}

extension Writable: Equatable where Value: Equatable {}
extension Writable: Hashable where Value: Hashable {}
extension Writable: Sendable where Value: Sendable {}

extension Writable: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try Value(from: decoder))
  }
}

extension Writable: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

extension Writable: CustomReflectable, CustomDumpRepresentable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
  public var customDumpValue: Any { wrappedValue }
}
