/// Percent decoding, RFC 3986 section 2.1, by length: a `%00` is a byte like any other.
enum PercentDecoding {
  /// What to do with a `%` that two hex digits do not follow.
  enum Malformed {
    case refuse, keep
  }

  /// The decoded text, or nil where it is malformed or not UTF-8.
  static func text(
    _ bytes: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool = false, malformed: Malformed = .refuse
  ) -> String? {
    let isPlain = bytes.allSatisfy { $0 != UInt8(ascii: "%") && !(plusIsSpace && $0 == plus) }
    if isPlain { return String(validating: bytes, as: UTF8.self) }
    return self.bytes(bytes, plusIsSpace: plusIsSpace, malformed: malformed)
      .flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The decoded bytes, or nil if they are malformed.
  static func bytes(
    _ bytes: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool = false, malformed: Malformed = .refuse
  ) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        if index + 2 < bytes.count, let high = digit(bytes[index + 1]),
          let low = digit(bytes[index + 2])
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

  private static var plus: UInt8 { UInt8(ascii: "+") }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension String {
  /// Calls the body with the text's bytes.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // A native string is contiguous, so this neither copies nor allocates.
    var text = self
    return text.withUTF8(body)
  }
}
