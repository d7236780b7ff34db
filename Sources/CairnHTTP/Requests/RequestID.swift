import CairnBytes
import Synchronization

/// The IDs of requests, which connect log lines with responses.
enum RequestID {
  /// The header field in which proxies send IDs, and in which responses return them.
  static let field = "X-Request-ID"

  /// The maximum length of an ID that a proxy sends, in bytes.
  private static let maximumLength = 128

  /// The first half of this process's IDs. Random numbers for each request would take longer than the rest of its head.
  private static let process = UInt64.random(in: 0...UInt64.max)
  /// The second half of the last ID. It begins with a random number, so that clients don't see the number of requests.
  private static let last = Atomic(UInt64.random(in: 0...UInt64.max))

  /// Returns a new ID of 32 hexadecimal digits: a random number of this process, and a number that counts requests.
  static func next() -> String {
    let number = last.wrappingAdd(1, ordering: .relaxed).newValue
    return String(unsafeUninitializedCapacity: 32) { digits in
      for (half, value) in [process, number].enumerated() {
        for index in 0..<16 {
          let digit = UInt8(truncatingIfNeeded: value >> (60 - 4 * UInt64(index))) & 15
          digits.initializeElement(at: 16 * half + index, to: HexDigit.lower(digit))
        }
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
