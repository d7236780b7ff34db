import CairnBytes
import CairnHTTP
import CairnSecurity

/// Decides whether a request names this server by a name of its own.
///
/// A page of somebody else's whose name is made to lead here (DNS rebinding) is of one origin with us as
/// far as its browser knows: it could read our pages and send our forms. Its requests name its own host.
/// Addresses and `localhost` lead nowhere else, whoever says them.
struct HostCheck: Sendable {
  /// Names in small letters.
  private let names: [String]
  /// The bytes of what nearly every request says, so that it need not be taken apart.
  private let usual: [[UInt8]]

  /// - Parameter own: Further names, such as that of the port for metrics.
  init(settings: ServerSettings, origin: Origin?, own: [String] = []) {
    names =
      [origin?.host].compactMap(\.self) + settings.allowedHosts.map { $0.lowercased() }
      + ([settings.host] + own).filter { IPAddress($0) == nil }.map { $0.lowercased() }
    usual = (names + ["localhost", "127.0.0.1"]).map { Array($0.utf8) }
  }

  /// Whether a request may say this; nil is that of HTTP/1.0, which need not say anything.
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

  /// Whether this is a usual name, as it stands, with a port or without.
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

  /// What a developer can do about it. Nothing is in it but letters, digits and a few signs.
  static func advice(for host: String?) -> String? {
    guard let host, let origin = Origin(scheme: "http", hostHeader: host) else { return nil }
    return
      "If \(origin.host) is a name of this server, start it with --allowed-host \(origin.host), or "
      + "say what browsers call it with --origin."
  }
}
