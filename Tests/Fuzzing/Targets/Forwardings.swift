@testable import CairnHTTP

/// What a proxy that is trusted passes on of what anybody sent: lines of `Forwarded` and its customary
/// kin. The first byte of a line says which.
struct Forwardings: FuzzTarget {
  static let name = "forwarded"

  private static let names = [
    "Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host",
  ]
  private let trusted = ["10.0.0.0/8", "fd00::/8"].compactMap { IPNetwork($0) }

  func run(_ bytes: [UInt8]) {
    var headers = HTTPHeaders()
    for line in bytes.lines {
      headers.append(Self.names[Int(line.first ?? 0) % 4], line.dropFirst().text)
    }
    check(Forwarding(headers, trusted: trusted))

    // Whatever a client has sent, the proxy's own word is the one that counts, or nothing does.
    let text = bytes.text
    let client = IPAddress("203.0.113.9")
    for own in [["Forwarded": text + ", for=203.0.113.9"], ["Forwarded": text]] as [HTTPHeaders] {
      var own = own
      if own["Forwarded"] == text {
        own.append("Forwarded", "for=203.0.113.9;proto=https;host=example.org")
      }
      let said = Forwarding(own, trusted: trusted)
      check(said)
      require(said.client == nil || said.client == client, "a client says who it is")
      if own.count > 1, said.client != nil {
        require(said.isSecure == true && said.host == "example.org", "a client says how it came")
      }
    }
    let said = Forwarding(["X-Forwarded-For": text + ", 203.0.113.9"], trusted: trusted)
    require(said.client == client, "a client says who it is")

    if let address = IPAddress(text) {
      require(IPAddress(address.description) == address, "an address is written as another one")
    }
    if let network = IPNetwork(text), let any = IPAddress("192.0.2.1") {
      _ = network.contains(any)
    }
  }

  private func check(_ said: Forwarding) {
    if let client = said.client {
      require(IPAddress(client.description) == client, "an address is written as another one")
    }
    require((1...780).contains(said.host?.utf8.count ?? 1), "a host is longer than any")
  }
}
