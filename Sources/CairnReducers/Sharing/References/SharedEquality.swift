/// Compares values of any type.
enum SharedEquality {
  /// Returns whether two values can be compared and are equal.
  static func areKnownEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    comparison(left, right) ?? false
  }

  /// Returns whether two values can be compared and are different.
  static func areKnownDifferent<Value>(_ left: Value, _ right: Value) -> Bool {
    comparison(left, right).map { !$0 } ?? false
  }

  private static func comparison<Value>(_ left: Value, _ right: Value) -> Bool? {
    func compare<Left: Equatable>(_ left: Left) -> Bool { left == right as? Left }
    guard let left = left as? any Equatable else { return nil }
    return compare(left)
  }
}
