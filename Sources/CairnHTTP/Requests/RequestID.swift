import CairnBytes

/// The IDs of requests, which connect log lines with responses.
enum RequestID {
  /// The header field in which proxies send IDs, and in which responses return them.
  static let field = "X-Request-ID"

  /// The maximum length of an ID that a proxy sends, in bytes.
  private static let maximumLength = 128

  /// Returns a new ID of 32 hexadecimal digits.
  static func random() -> String {
    let number = UInt128.random(in: 0...UInt128.max)
    return String(unsafeUninitializedCapacity: 32) { digits in
      for index in 0..<32 {
        let value = UInt8(truncatingIfNeeded: number >> (124 - 4 * index)) & 15
        digits.initializeElement(at: index, to: HexDigit.lower(value))
      }
      return 32
    }
  }

  /// Returns whether a proxy's ID is used. It must be safe in logs, headers, and URLs.
  static func isValid(_ id: String) -> Bool {
    (1...maximumLength).contains(id.utf8.count)
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: "-._~:+/=@".utf8.contains(byte)
        }
      }
  }
}
