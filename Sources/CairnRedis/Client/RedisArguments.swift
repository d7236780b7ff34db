import CHiredis
import CairnSessions

/// The arguments of a command, one after the other in a single buffer.
struct RedisArguments: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var lengths: [Int] = []

  init(_ texts: String...) {
    for text in texts { append(text) }
  }

  mutating func append(_ text: String) {
    bytes += text.utf8
    lengths.append(text.utf8.count)
  }

  mutating func append(_ argument: [UInt8]) {
    bytes += argument
    lengths.append(argument.count)
  }

  mutating func append(_ number: some BinaryInteger) {
    append(String(number))
  }

  mutating func append(_ flag: Bool) {
    append(flag ? "1" : "0")
  }

  static func + (one: RedisArguments, other: RedisArguments) -> RedisArguments {
    var sum = one
    sum.bytes += other.bytes
    sum.lengths += other.lengths
    return sum
  }

  /// Appends the arguments as one command to the output of a connection.
  ///
  /// - Returns: Whether there was enough memory.
  func send(on context: UnsafeMutablePointer<redisContext>) -> Bool {
    bytes.withUnsafeBytes { buffer in
      let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress
      var pointers: [UnsafePointer<CChar>?] = []
      pointers.reserveCapacity(lengths.count)
      var offset = 0
      for length in lengths {
        // An empty argument needs an address too.
        pointers.append(start.map { $0 + offset })
        offset += length
      }
      return redisAppendCommandArgv(context, CInt(lengths.count), &pointers, lengths) == REDIS_OK
    }
  }
}
