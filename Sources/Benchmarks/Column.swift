import Foundation

/// The columns of the tables.
enum Column {
  /// A number with so many digits after the point.
  static func number(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }

  /// A name, at the left of a column.
  static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// A figure, at the right of a column.
  static func right(_ text: String) -> String {
    String(repeating: " ", count: max(0, 12 - text.count)) + text
  }
}
