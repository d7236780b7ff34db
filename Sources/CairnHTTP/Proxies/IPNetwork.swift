/// A range of addresses: `10.0.0.0/8`, `2001:db8::/32`, or one address.
public struct IPNetwork: Hashable, Sendable {
  private let prefix: UInt128
  /// How many bits of the prefix do not count.
  private let hostBits: Int

  /// Reads an address, or one and the length of its prefix (RFC 4632); nil for everything else.
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

  /// Whether an address is in the range.
  public func contains(_ address: IPAddress) -> Bool {
    address.bits >> hostBits == prefix
  }
}
