#if canImport(Glibc)
  import Glibc
#endif

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address, such as `::ffff:192.0.2.1`, equals its IPv4 address.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The 128 bits of the IPv6 address, most significant bit first.
  let bits: UInt128

  /// Creates an address from text such as `192.0.2.1` or `2001:db8::1`, without brackets, a port, or a zone.
  ///
  /// The result is `nil` if the text isn't an address.
  public init?(_ text: String) {
    self.init(bytes: text.utf8)
  }

  init?(bytes: some Collection<UInt8>) {
    // The longest address is an IPv6 address with an embedded IPv4 address, which has 45 characters.
    guard (2...45).contains(bytes.count), !bytes.contains(0) else { return nil }
    let text = bytes.map { CChar(truncatingIfNeeded: $0) } + [0]
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      self.init(four: four)
      return
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    self.init(six: six)
  }

  /// Creates an address from a socket address, or returns `nil` for other address families.
  init?(_ socket: UnsafePointer<sockaddr>) {
    switch Int32(socket.pointee.sa_family) {
    case AF_INET:
      self = socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        Self(four: $0.pointee.sin_addr)
      }
    case AF_INET6:
      self = socket.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        Self(six: $0.pointee.sin6_addr)
      }
    default: return nil
    }
  }

  private init(four: in_addr) {
    bits = 0xffff << 32 | UInt128(UInt32(bigEndian: four.s_addr))
  }

  private init(six: in6_addr) {
    bits = withUnsafeBytes(of: six) { $0.reduce(0) { $0 << 8 | UInt128($1) } }
  }

  /// Whether this is an IPv4 address.
  var isIPv4: Bool { bits >> 32 == 0xffff }

  /// Whether this is a loopback address, which is in `127.0.0.0/8` or equals `::1`.
  public var isLoopback: Bool { bits == 1 || bits >> 24 == 0xffff_7f }

  /// The address in the format of RFC 5952.
  public var description: String {
    if isIPv4 {
      return (0..<4).map { "\(UInt8(truncatingIfNeeded: bits >> (24 - 8 * $0)))" }
        .joined(separator: ".")
    }
    return withUnsafeBytes(of: bits.bigEndian) { address in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
        inet_ntop(AF_INET6, address.baseAddress, text.baseAddress, socklen_t(text.count))
          .map { String(cString: $0) } ?? ""
      }
    }
  }
}
