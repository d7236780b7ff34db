/// A range of IP addresses, such as `10.0.0.0/8` or `2001:db8::/32`, or a single address.
public struct IPNetwork: Hashable, Sendable {
  private let prefix: UInt128
  /// The number of bits that aren't part of the prefix.
  private let hostBits: Int

  /// Creates a range from an address with an optional prefix length (RFC 4632), or returns `nil` for any other text.
  public init?(_ text: String) {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ IPAddress(bytes: $0) }) else { return nil }
    let width = address.isIPv4 ? 32 : 128
    var length = width
    if parts.count > 1 {
      let isNumber = (1...3).contains(parts[1].count) && parts[1].allSatisfy { 0x30...0x39 ~= $0 }
      guard isNumber, let number = Int(String(decoding: parts[1], as: UTF8.self)), number <= width
      else { return nil }
      length = number
    }
    hostBits = width - length
    prefix = address.bits >> hostBits
  }

  /// Returns whether an address is in the range.
  public func contains(_ address: IPAddress) -> Bool {
    address.bits >> hostBits == prefix
  }
}
