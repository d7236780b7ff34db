/// Percent-encoding of bytes and UTF-8 text, as specified by RFC 3986, section 2.1.
///
/// Decoding uses the length of the input, so `%00` is a byte like any other.
package enum PercentCoding {
  /// The treatment of a `%` that isn't followed by two hexadecimal digits.
  package enum Malformed: Sendable {
    case refuse, keep
  }

  // MARK: Decoding

  /// Returns the decoded text, or `nil` if it's malformed or isn't valid UTF-8.
  package static func text(
    _ bytes: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool = false, malformed: Malformed = .refuse
  ) -> String? {
    let isPlain = bytes.allSatisfy { $0 != percent && !(plusIsSpace && $0 == plus) }
    if isPlain { return String(validUTF8: bytes) }
    return self.bytes(bytes, plusIsSpace: plusIsSpace, malformed: malformed)
      .flatMap { $0.withUnsafeBufferPointer { String(validUTF8: $0) } }
  }

  /// Returns the decoded text of part of a string, or `nil` if it's malformed or isn't valid UTF-8.
  package static func text(_ text: Substring.UTF8View) -> String? {
    text.withContiguousBytes { self.text($0) }
  }

  /// Returns the decoded bytes, or `nil` if the input is malformed.
  package static func bytes(
    _ bytes: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool = false, malformed: Malformed = .refuse
  ) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == percent {
        if index + 2 < bytes.count, let high = HexDigit.value(bytes[index + 1]),
          let low = HexDigit.value(bytes[index + 2])
        {
          decoded.append(high << 4 | low)
          index += 3
          continue
        }
        guard malformed == .keep else { return nil }
      }
      decoded.append(plusIsSpace && byte == plus ? UInt8(ascii: " ") : byte)
      index += 1
    }
    return decoded
  }

  // MARK: Encoding

  /// Appends a string, and encodes everything except ASCII letters, digits, and `-._~`.
  package static func append(_ text: String, to result: inout String) {
    if text.utf8.allSatisfy(isUnreserved) {
      result += text
    } else {
      result += encoded(text, keeping: isUnreserved)
    }
  }

  /// Returns a string in which every byte is encoded unless the closure returns `true` for it.
  package static func encoded(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    var text = text
    return text.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: 3 * bytes.count) { room in
        var count = 0
        for byte in bytes {
          if isKept(byte) {
            room[count] = byte
            count += 1
          } else {
            room[count] = percent
            room[count + 1] = HexDigit.upper(byte >> 4)
            room[count + 2] = HexDigit.upper(byte & 15)
            count += 3
          }
        }
        return count
      }
    }
  }

  /// Returns whether a byte is an unreserved character, as specified by RFC 3986, section 2.3.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static var percent: UInt8 { UInt8(ascii: "%") }
  private static var plus: UInt8 { UInt8(ascii: "+") }
}
