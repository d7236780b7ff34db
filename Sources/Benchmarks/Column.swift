import Foundation

/// The formatting of columns in tables.
enum Column {
  /// Returns a number with the given number of decimal places.
  static func number(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }

  /// Returns a name, aligned to the left of its column.
  static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Returns a figure, aligned to the right of its column.
  static func right(_ text: String) -> String {
    String(repeating: " ", count: max(0, 12 - text.count)) + text
  }
}
