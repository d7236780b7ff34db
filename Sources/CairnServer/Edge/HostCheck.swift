import CairnBytes
import CairnHTTP
import CairnSecurity

/// Checks whether a request names this server by one of its own names.
///
/// An attacker can point a domain to this server (DNS rebinding). For a browser, a page of that domain has the same
/// origin as this server, so it could read pages and send forms. Its requests have the attacker's domain as their
/// `Host`. Addresses are safe, because an attacker can't point them elsewhere. So are `localhost` and the names below it,
/// because they can't be registered, and browsers resolve them to the user's own machine (RFC 6761, section 6.3).
struct HostCheck: Sendable {
  /// The allowed names, in lowercase.
  private let names: [String]
  /// The most common values of `Host` as bytes, so that most requests don't need parsing.
  private let usual: [[UInt8]]

  /// - Parameter own: Additional names, such as the host of the port for metrics.
  init(settings: ServerSettings, origin: Origin?, own: [String] = []) {
    names =
      [origin?.host].compactMap(\.self) + settings.allowedHosts.map { $0.lowercased() }
      + ([settings.host] + own).filter { IPAddress($0) == nil }.map { $0.lowercased() }
    usual = (names + ["localhost", "127.0.0.1"]).map { Array($0.utf8) }
  }

  /// Returns whether a `Host` is allowed. It's `nil` only for HTTP/1.0, which doesn't require the field.
  func admits(_ host: String?) -> Bool {
    guard let host else { return true }
    if isUsual(host) { return true }
    guard let origin = Origin(scheme: "http", hostHeader: host) else { return false }
    if names.contains(where: { $0.hasSameBytes(as: origin.host) }) || origin.isLoopback {
      return true
    }
    let address =
      origin.host.utf8.first == UInt8(ascii: "[")
      ? String(origin.host.dropFirst().dropLast()) : origin.host
    return IPAddress(address) != nil
  }

  /// Returns whether a host is byte for byte one of the common values, with or without a port.
  private func isUsual(_ host: String) -> Bool {
    var host = host
    return host.withUTF8 { host in
      let name = host.prefix { $0 != UInt8(ascii: ":") }
      let port = host[name.endIndex...]
      guard usual.contains(where: { $0.elementsEqual(name) }) else { return false }
      let digits = port.dropFirst()
      return port.isEmpty
        || (1...5).contains(digits.count) && digits.allSatisfy { 0x30...0x39 ~= $0 }
          && digits.reduce(0, { $0 * 10 + Int($1 - 0x30) }) <= Int(UInt16.max)
    }
  }

  /// Returns advice for developers, or `nil` if the host isn't valid. A valid host has only letters, digits, and a few
  /// punctuation marks.
  static func advice(for host: String?) -> String? {
    guard let host, let origin = Origin(scheme: "http", hostHeader: host) else { return nil }
    return
      "If \(origin.host) is a name of this server, start it with --allowed-host \(origin.host), or "
      + "set its public origin with --origin."
  }
}
