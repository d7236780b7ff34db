import Foundation

/// The parts of a URL of Redis.
struct RedisURL {
  private(set) var addresses: [RedisAddress] = []
  private(set) var user: String?
  private(set) var password: String?
  private(set) var database = 0
  private(set) var shards = 1
  private(set) var isEncrypted = false

  static let schemes = ["redis", "valkey", "rediss", "valkeys"]

  /// Parses a URL, or returns `nil` if it isn't valid.
  init?(_ text: String) {
    guard let separator = text.range(of: "://") else { return nil }
    let scheme = text[..<separator.lowerBound].lowercased()
    guard Self.schemes.contains(scheme) else { return nil }
    isEncrypted = scheme == "rediss" || scheme == "valkeys"
    var rest = text[separator.upperBound...]
    if let mark = rest.firstIndex(of: "?") {
      let query = rest[mark...]
      let name = "?shards="
      guard query.hasPrefix(name), let number = Int(query.dropFirst(name.count)),
        Shards.counts.contains(number)
      else { return nil }
      shards = number
      rest = rest[..<mark]
    }
    if let slash = rest.firstIndex(of: "/") {
      let path = rest[rest.index(after: slash)...]
      if !path.isEmpty {
        guard let number = Int(path), number >= 0 else { return nil }
        database = number
      }
      rest = rest[..<slash]
    }
    if let at = rest.lastIndex(of: "@") {
      let parts = rest[..<at].split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let user = String(parts[0]).removingPercentEncoding,
        let password = String(parts[1]).removingPercentEncoding, !password.isEmpty
      else { return nil }
      self.user = user.isEmpty ? nil : user
      self.password = password
      rest = rest[rest.index(after: at)...]
    }
    for part in rest.split(separator: ",", omittingEmptySubsequences: false) {
      guard let address = RedisAddress(part) else { return nil }
      addresses.append(address)
    }
  }
}

extension RedisAddress {
  /// Parses a host with an optional port, such as `redis.internal:6379` or `[::1]`.
  fileprivate init?(_ text: Substring) {
    var host = text
    var port: Substring?
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      if !rest.isEmpty {
        guard rest.first == ":" else { return nil }
        port = rest.dropFirst()
      }
    } else if let colon = text.firstIndex(of: ":") {
      host = text[..<colon]
      port = text[text.index(after: colon)...]
    }
    let number = port.map { Int($0) } ?? RedisAddress.defaultPort
    guard !host.isEmpty, let number, (1...65535).contains(number) else { return nil }
    self.init(host: String(host), port: number)
  }
}
