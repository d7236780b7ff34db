public import CustomDump

/// A shared value that is only read.
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

  /// A shared value, to read.
  public init(_ shared: Shared<Value>) {
    reference = shared.reference
  }

  /// The same value.
  public init(projectedValue: SharedReader<Value>) {
    self = projectedValue
  }

  /// A value that nobody changes.
  public init(value: sending Value) {
    reference = SharedBox(value)
  }

  /// What an optional holds; nil where it holds nothing. When it becomes nil this keeps its last value.
  public init?(_ base: SharedReader<Value?>) {
    guard let reference = UnwrappedReference(base.reference) else { return nil }
    self.reference = reference
  }

  /// What a shared optional holds; nil where it holds nothing.
  public init?(_ base: Shared<Value?>) {
    self.init(SharedReader<Value?>(base))
  }

  /// A value that nobody changes.
  public static func constant(_ value: sending Value) -> Self {
    Self(value: value)
  }

  /// The value now.
  public var wrappedValue: Value { reference.value }

  /// The shared value itself, to hand it on.
  public var projectedValue: SharedReader<Value> {
    get { self }
    set { self = newValue }
  }

  /// A part of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(reference: ReadReference(reference, keyPath))
  }

  /// What the value is kept in, for who wants to be told of its changes.
  package var root: any SharedRoot { reference.root }
}

extension SharedReader where Value: Sendable {
  /// The value now, and then each that is another than the one before, until the task that waits for
  /// them is cancelled.
  ///
  /// What cannot be compared comes after each change. Changes that meet in time may come as one.
  public var values: AsyncStream<Value> { reference.values }
}

extension SharedReader: Sendable where Value: Sendable {}

extension SharedReader: Equatable where Value: Equatable {
  /// Whether two shared values are equal, be they the same or not.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.reference.isEqual(to: rhs.reference)
  }
}

/// The hash is that of the value: an element of a set, or a key of a dictionary, is lost when its shared
/// value changes.
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
