import CairnHTTP

/// Decides whether a request names this server by a name of its own.
///
/// A page of somebody else's whose name is made to lead here (DNS rebinding) is of one origin with us as
/// far as its browser knows: it could read our pages and send our forms. Its requests name its own host.
/// Addresses and `localhost` lead nowhere else, whoever says them.
struct HostCheck: Sendable {
  /// Names in small letters.
  private let names: [String]
  /// What nearly every request says, so that it need not be taken apart.
  private let usual: [String]

  init(settings: ServerSettings, origin: Origin?) {
    names =
      [origin?.host].compactMap(\.self) + settings.allowedHosts.map { $0.lowercased() }
      + (IPAddress(settings.host) == nil ? [settings.host.lowercased()] : [])
    usual =
      (origin.map { [$0.authority] } ?? [])
      + ["localhost:\(settings.port)", "127.0.0.1:\(settings.port)"]
  }

  /// Whether a request may say this; nil is that of HTTP/1.0, which need not say anything.
  func admits(_ host: String?) -> Bool {
    guard let host else { return true }
    if usual.contains(where: { $0.hasBytes(of: host) }) { return true }
    guard let origin = Origin(scheme: "http", hostHeader: host) else { return false }
    if names.contains(where: { $0.hasBytes(of: origin.host) }) || origin.isLoopback { return true }
    let address =
      origin.host.utf8.first == UInt8(ascii: "[")
      ? String(origin.host.dropFirst().dropLast()) : origin.host
    return IPAddress(address) != nil
  }

  /// What a developer can do about it. Nothing is in it but letters, digits and a few signs.
  static func advice(for host: String?) -> String? {
    guard let host, let origin = Origin(scheme: "http", hostHeader: host) else { return nil }
    return
      "If \(origin.host) is a name of this server, start it with --allowed-host \(origin.host), or "
      + "say what browsers call it with --origin."
  }
}

extension Origin {
  /// Host and port, as a request's `Host` has them.
  fileprivate var authority: String {
    description.split(separator: "/").last.map(String.init) ?? host
  }
}
