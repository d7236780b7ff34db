/// The format of numbers in a field.
public struct NumberFormat<Value>: Sendable {
  /// The digits and the decimal separator of the user's locale, without separators between groups.
  public static var number: NumberFormat { NumberFormat() }
}

extension NumberFormat<Double> {
  /// Returns the shortest text that represents `value` in Swift, without a fraction for whole numbers.
  static func text(_ value: Double) -> String {
    if let whole = Int(exactly: value) { return String(whole) }
    return String(value)
  }
}
