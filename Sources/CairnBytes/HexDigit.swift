/// A hexadecimal digit, as an ASCII byte.
package enum HexDigit {
  /// Returns the value of a digit in either case, or `nil` for any other byte.
  @inlinable
  package static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
    default: nil
    }
  }

  /// Returns the uppercase digit for a value below 16.
  @inlinable
  package static func upper(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "A") &+ (value &- 10)
  }

  /// Returns the lowercase digit for a value below 16.
  @inlinable
  package static func lower(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ (value &- 10)
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// The lowercase hexadecimal digits of the number, padded with zeros to its full width.
  package var paddedHex: String {
    var digits = ""
    for shift in stride(from: Self.bitWidth - 4, through: 0, by: -4) {
      let value = UInt8(truncatingIfNeeded: self >> shift) & 15
      digits.unicodeScalars.append(Unicode.Scalar(HexDigit.lower(value)))
    }
    return digits
  }
}
