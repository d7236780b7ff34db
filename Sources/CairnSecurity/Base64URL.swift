/// The alphabet of RFC 4648, section 5, without padding.
///
/// Decoding is strict: one sequence of bytes has exactly one text, so a token can not be written
/// in two ways.
package enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// For each byte its six bits, or 255 where it is no letter of the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, letter) in alphabet.enumerated() {
      values[Int(letter)] = UInt8(value)
    }
    return values
  }()

  /// The number of characters that `count` bytes become.
  package static func encodedLength(_ count: Int) -> Int {
    (count * 4 + 2) / 3
  }

  package static func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: encodedLength(bytes.count)) { output in
      alphabet.withUnsafeBufferPointer { alphabet in
        var written = 0
        func put(_ bits: UInt32) {
          output.initializeElement(at: written, to: alphabet[Int(bits & 63)])
          written += 1
        }
        var index = 0
        while index + 3 <= bytes.count {
          let group =
            UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
          put(group >> 18)
          put(group >> 12)
          put(group >> 6)
          put(group)
          index += 3
        }
        switch bytes.count - index {
        case 1:
          let group = UInt32(bytes[index]) << 16
          put(group >> 18)
          put(group >> 12)
        case 2:
          let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8
          put(group >> 18)
          put(group >> 12)
          put(group >> 6)
        default:
          break
        }
        return written
      }
    }
  }

  /// The bytes of `text`, or nil where it is not what ``encode(_:)`` writes.
  package static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8(decode)
  }

  package static func decode(_ letters: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var isValid = true
    let bytes = [UInt8](unsafeUninitializedCapacity: letters.count * 3 / 4) { output, written in
      values.withUnsafeBufferPointer { values in
        var group: UInt32 = 0
        var bits: UInt32 = 0
        for letter in letters {
          let value = values[Int(letter)]
          guard value != 255 else {
            isValid = false
            return
          }
          group = group << 6 | UInt32(value)
          bits += 6
          if bits >= 8 {
            bits -= 8
            output.initializeElement(at: written, to: UInt8(truncatingIfNeeded: group >> bits))
            written += 1
            group &= (1 << bits) - 1
          }
        }
        // Six left-over bits are a character too many; others have to be the encoder's zeros.
        isValid = bits < 6 && group == 0
      }
    }
    return isValid ? bytes : nil
  }
}
