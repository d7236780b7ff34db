public import CustomDump

/// A read-only shared value.
///
/// ```swift
/// @SharedReader(.inMemory("visits")) var visits = 0
/// Child.State(count: SharedReader(state.$count))
/// ```
@dynamicMemberLookup
@propertyWrapper
public struct SharedReader<Value> {
  let reference: any SharedReference<Value>

  init(reference: any SharedReference<Value>) {
    self.reference = reference
  }

  /// Creates a reader of a shared value.
  public init(_ shared: Shared<Value>) {
    reference = shared.reference
  }

  /// Creates another reader of the same value.
  public init(projectedValue: SharedReader<Value>) {
    self = projectedValue
  }

  /// Creates a reader of a constant value.
  public init(value: sending Value) {
    reference = SharedBox(value)
  }

  /// Creates a reader of the wrapped value of an optional, or returns `nil` if the optional is `nil`.
  ///
  /// If the optional becomes `nil` later, the reader keeps the last value.
  ///
  /// - Parameter base: The reader of the optional.
  public init?(_ base: SharedReader<Value?>) {
    guard let reference = UnwrappedReference(base.reference) else { return nil }
    self.reference = reference
  }

  /// Creates a reader of the wrapped value of a shared optional, or returns `nil` if the optional is `nil`.
  ///
  /// If the optional becomes `nil` later, the reader keeps the last value.
  ///
  /// - Parameter base: The shared optional.
  public init?(_ base: Shared<Value?>) {
    self.init(SharedReader<Value?>(base))
  }

  /// Returns a reader of a constant value.
  public static func constant(_ value: sending Value) -> Self {
    Self(value: value)
  }

  /// The current value.
  public var wrappedValue: Value { reference.value }

  /// The reader itself, to pass it on.
  public var projectedValue: SharedReader<Value> {
    get { self }
    set { self = newValue }
  }

  /// Returns a reader of a part of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(reference: ReadReference(reference, keyPath))
  }

  /// The whole shared value that contains this value, for observing its changes.
  package var root: any SharedRoot { reference.root }
}

extension SharedReader where Value: Sendable {
  /// The current value, followed by each different value, until the waiting task is canceled.
  ///
  /// Values that can't be compared are sent after every change. Changes that are close together may arrive as one.
  public var values: AsyncStream<Value> { reference.values }
}

extension SharedReader: Sendable where Value: Sendable {}

extension SharedReader: Equatable where Value: Equatable {
  /// Returns whether the values of two readers are equal, even if they read different shared values.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.reference.isEqual(to: rhs.reference)
  }
}

/// The hash depends on the value. If the shared value changes, an element of a set or a key of a dictionary can't be
/// found anymore.
extension SharedReader: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

extension SharedReader: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: CustomStringConvertible {
  public var description: String { "SharedReader(\(wrappedValue))" }
}

extension SharedReader: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension SharedReader: AnyShared {
  var identity: SharedIdentity { reference.identity }

  func differs(_ left: SharedView, _ right: SharedView) -> Bool {
    reference.differs(left, right)
  }

  func difference(_ left: SharedView, _ right: SharedView, format: DiffFormat) -> String? {
    reference.difference(left, right, format: format)
  }
}

extension SharedReader: _CustomDiffObject {
  public var _customDiffValues: (Any, Any) { reference.dumpedValues }

  public var _objectIdentifier: ObjectIdentifier {
    SharedIdentityToken.object(for: identity)
  }
}
