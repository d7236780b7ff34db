/// Base64url encoding (RFC 4648, section 5), without padding.
///
/// Decoding is strict. Each sequence of bytes has exactly one text, so a token can't be written in two ways.
package enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The six bits of each byte, or 255 if the byte isn't a letter of the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, letter) in alphabet.enumerated() {
      values[Int(letter)] = UInt8(value)
    }
    return values
  }()

  /// Returns the number of characters for `count` bytes.
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

  /// Returns the bytes of `text`, or `nil` if ``encode(_:)`` couldn't have written it.
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
        // Six remaining bits mean that there is a character too many. Fewer bits must be the encoder's zeros.
        isValid = bits < 6 && group == 0
      }
    }
    return isValid ? bytes : nil
  }
}
