/// The part of a produced response that's being sent. It's sent from the producer's own array.
struct StreamPart {
  private var bytes: [UInt8] = []
  private var sent = 0
  /// The number of the part, which counts from 1.
  private(set) var number = 0
  /// The time since which the part, or the end of the response, waits, in milliseconds of ``ConnectionClock/now``.
  var began: Int64 = 0

  var isSent: Bool { bytes.isEmpty }

  /// The number of bytes of the part, or 0 if it was sent.
  var size: Int { bytes.count }

  mutating func begin(_ bytes: [UInt8], at now: Int64 = ConnectionClock.now) {
    self.bytes = bytes
    sent = 0
    number += 1
    began = now
  }

  /// Sends bytes with a closure, which returns their number, or a negative number if the client has disconnected.
  ///
  /// - Returns: The number of bytes that were sent, or `nil` if the client has disconnected.
  mutating func send(_ body: (UnsafeRawBufferPointer) -> Int) -> Int? {
    let count = bytes.withUnsafeBytes { [sent] in
      body(UnsafeRawBufferPointer(rebasing: $0[sent...]))
    }
    guard count >= 0 else { return nil }
    sent += count
    if sent == bytes.count { end() }
    return count
  }

  /// Frees the bytes.
  mutating func end() {
    bytes = []
    sent = 0
  }
}
