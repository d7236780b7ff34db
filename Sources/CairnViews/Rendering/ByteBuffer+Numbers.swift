extension ByteBuffer {
  /// Appends `value` in decimal digits.
  @usableFromInline
  mutating func append(integer value: Int) {
    var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
    withUnsafeMutableBytes(of: &digits) { room in
      var magnitude = value.magnitude
      var index = room.count
      repeat {
        let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: 10)
        index &-= 1
        room[index] = 0x30 &+ UInt8(truncatingIfNeeded: remainder)
        magnitude = quotient
      } while magnitude != 0
      if value < 0 {
        index &-= 1
        room[index] = 0x2D
      }
      append(UnsafeRawBufferPointer(rebasing: room[index...]))
    }
  }

  /// Appends `value` as 16 lowercase hexadecimal digits.
  @inlinable
  mutating func append(hex value: UInt64) {
    reserve(16)
    let target = UnsafeMutableRawPointer(base.unsafelyUnwrapped + count)
    target.storeBytes(of: Hex.digits(UInt32(truncatingIfNeeded: value &>> 32)), as: UInt64.self)
    target.storeBytes(
      of: Hex.digits(UInt32(truncatingIfNeeded: value)), toByteOffset: 8, as: UInt64.self)
    count &+= 16
  }
}
