import Glibc

/// The part of an IP address that all addresses of a client have in common.
enum ClientNetwork {
  /// Returns an IPv4 address as it is, and the first 64 bits of an IPv6 address. If it contains an IPv4 address, such as
  /// `::ffff:192.0.2.1`, that address is returned.
  static func of(_ address: String) -> String {
    var bytes = in6_addr()
    guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    return withUnsafeBytes(of: bytes) { bytes in
      let mapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      if mapped { return bytes.suffix(4).map { "\($0)" }.joined(separator: ".") }
      return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
    }
  }
}
