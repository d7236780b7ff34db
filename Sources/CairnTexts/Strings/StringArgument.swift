/// A value that's inserted into a text.
@usableFromInline
package enum StringArgument: Hashable, Sendable, Codable {
  case text(String)
  case integer(Int)
  case number(Double)

  /// The digits of a number with a fixed number of fraction digits, or with up to 6. Returns `nil` for a text.
  func digits(fraction: Int?) -> String? {
    switch self {
    case .text: nil
    case .integer(let value): "\(value)"
    case .number(let value): value.digits(fraction: fraction)
    }
  }

  /// The value as Swift writes it.
  var plain: String {
    switch self {
    case .text(let text): text
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    }
  }
}

extension Double {
  /// Returns the decimal digits of the value without an exponent, or `nil` if it isn't finite or is too large.
  fileprivate func digits(fraction: Int?) -> String? {
    guard isFinite, magnitude < 1e15 else { return nil }
    let places = min(fraction ?? 6, 6)
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (magnitude * scale).rounded(.toNearestOrEven)
    guard scaled < 1e18 else { return "\(UInt64(magnitude))" }
    let digits = String(UInt64(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    guard places > 0 else { return padded }
    var text = "\(padded.dropLast(places)).\(padded.suffix(places))"
    guard fraction == nil else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
