public import CustomDump

extension Shared: Equatable where Value: Equatable {
  /// Returns whether the values of two references are equal, even if they are different shared values.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.reference.isEqual(to: rhs.reference)
  }
}

/// The hash depends on the value. If the shared value changes, an element of a set or a key of a dictionary can't be
/// found anymore.
extension Shared: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

extension Shared: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: CustomStringConvertible {
  public var description: String { "Shared(\(wrappedValue))" }
}

extension Shared: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension Shared: AnyShared {
  var identity: SharedIdentity { reference.identity }

  func differs(_ left: SharedView, _ right: SharedView) -> Bool {
    reference.differs(left, right)
  }

  func difference(_ left: SharedView, _ right: SharedView, format: DiffFormat) -> String? {
    reference.difference(left, right, format: format)
  }
}

extension Shared: _CustomDiffObject {
  public var _customDiffValues: (Any, Any) { reference.dumpedValues }

  public var _objectIdentifier: ObjectIdentifier {
    SharedIdentityToken.object(for: identity)
  }
}

extension SharedReference {
  /// The values that a dump or a difference shows.
  var dumpedValues: (Any, Any) {
    SharedContext.pair({ value as Any }, { value as Any }) ?? (value, value)
  }
}

extension SharedReference where Value: Equatable {
  func isEqual(to other: any SharedReference<Value>) -> Bool {
    if let (left, right) = SharedContext.pair({ value }, { other.value }) { return left == right }
    return self === other || value == other.value
  }
}
