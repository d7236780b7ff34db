/// The parts of a number that plural rules refer to (UTS #35, part 3, section 5.1.1).
struct PluralOperands: Equatable {
  /// The integer digits, without a sign.
  private(set) var i: UInt64 = 0
  /// The number of visible fraction digits, with trailing zeros.
  private(set) var v: UInt64 = 0
  /// The visible fraction digits, with trailing zeros.
  private(set) var f: UInt64 = 0
  /// The number of visible fraction digits, without trailing zeros.
  private(set) var w: UInt64 = 0
  /// The visible fraction digits, without trailing zeros.
  private(set) var t: UInt64 = 0

  init(_ number: Int) { i = UInt64(number.magnitude) }

  /// Reads the decimal digits of a number, such as `-1.50`. Returns `nil` for any other text.
  init?(_ digits: String) {
    let unsigned = digits.utf8.first == UInt8(ascii: "-") ? digits.dropFirst() : digits[...]
    let parts = unsigned.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = UInt64(parts[0]) else { return nil }
    i = whole
    guard parts.count == 2 else { return }
    let shortened = parts[1].prefix(
      1
        + (parts[1].utf8.lastIndex { $0 != UInt8(ascii: "0") }.map {
          parts[1].utf8.distance(from: parts[1].startIndex, to: $0)
        } ?? -1))
    guard let fraction = UInt64(parts[1]) else { return nil }
    v = UInt64(parts[1].utf8.count)
    f = fraction
    w = UInt64(shortened.utf8.count)
    t = UInt64(shortened) ?? 0
  }

  /// Returns the integer value of an operand, or `nil` for the number itself if it has a fraction.
  func value(of operand: Character) -> UInt64? {
    switch operand {
    case "n": t == 0 ? i : nil
    case "i": i
    case "v": v
    case "f": f
    case "w": w
    case "t": t
    // The exponent of compact formats, such as “1M”, which texts don't have.
    default: 0
    }
  }
}
