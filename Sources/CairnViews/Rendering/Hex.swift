/// IDs as 16 lowercase hexadecimal digits.
@usableFromInline
package enum Hex {
  /// Returns the digits of `value`, with the most significant digit first in memory.
  @inlinable
  static func digits(_ value: UInt32) -> UInt64 {
    // Spread the nibbles to one per byte, and then convert all eight to digits at once.
    var bits = UInt64(value)
    bits = ((bits & 0xFFFF_0000) &<< 16) | (bits & 0xFFFF)
    bits = ((bits & 0x0000_FF00_0000_FF00) &<< 8) | (bits & 0x0000_00FF_0000_00FF)
    bits = ((bits & 0x00F0_00F0_00F0_00F0) &<< 4) | (bits & 0x000F_000F_000F_000F)
    let letters = ((bits &+ 0x0606_0606_0606_0606) &>> 4) & 0x0101_0101_0101_0101
    let text = bits &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
    return text.bigEndian
  }

  /// Returns the 16 lowercase digits of an ID.
  package static func text(_ id: UInt64) -> String {
    let digits = String(id, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  @usableFromInline
  static func id(_ digits: String) -> UInt64? { parse(digits) }

  /// Returns the ID that 16 lowercase digits represent, or `nil` for any other text.
  package static func parse(_ digits: some StringProtocol) -> UInt64? {
    parse(bytes: digits.utf8)
  }

  static func parse(bytes: some Collection<UInt8>) -> UInt64? {
    guard bytes.count == 16 else { return nil }
    var value: UInt64 = 0
    for byte in bytes {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte &- 0x30
      case 0x61...0x66: digit = byte &- 0x57
      default: return nil
      }
      value = value &<< 4 | UInt64(digit)
    }
    return value
  }

  /// Returns the 16 digits of `value`.
  package static func string(_ value: UInt64) -> String {
    let high = digits(UInt32(truncatingIfNeeded: value &>> 32))
    let low = digits(UInt32(truncatingIfNeeded: value))
    return String(unsafeUninitializedCapacity: 16) { room in
      let bytes = UnsafeMutableRawBufferPointer(room)
      bytes.storeBytes(of: high, as: UInt64.self)
      bytes.storeBytes(of: low, toByteOffset: 8, as: UInt64.self)
      return 16
    }
  }
}
