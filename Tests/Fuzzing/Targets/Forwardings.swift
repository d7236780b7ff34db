@testable import CairnHTTP

/// The `Forwarded` and `X-Forwarded-…` fields that a trusted proxy passes on from clients. The first byte of a line
/// selects the field.
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

    // Regardless of the client's fields, only the proxy's own values count.
    let text = bytes.text
    let client = IPAddress("203.0.113.9")
    for own in [["Forwarded": text + ", for=203.0.113.9"], ["Forwarded": text]] as [HTTPHeaders] {
      var own = own
      if own["Forwarded"] == text {
        own.append("Forwarded", "for=203.0.113.9;proto=https;host=example.org")
      }
      let forwarding = Forwarding(own, trusted: trusted)
      check(forwarding)
      require(
        forwarding.client == nil || forwarding.client == client, "a client sets its own address")
      if own.count > 1, forwarding.client != nil {
        require(
          forwarding.isSecure == true && forwarding.host == "example.org",
          "a client sets its own scheme or host")
      }
    }
    let forwarding = Forwarding(["X-Forwarded-For": text + ", 203.0.113.9"], trusted: trusted)
    require(forwarding.client == client, "a client sets its own address")

    if let address = IPAddress(text) {
      require(
        IPAddress(address.description) == address,
        "the description of an address is another address")
    }
    if let network = IPNetwork(text), let any = IPAddress("192.0.2.1") {
      _ = network.contains(any)
    }
  }

  private func check(_ forwarding: Forwarding) {
    if let client = forwarding.client {
      require(
        IPAddress(client.description) == client, "the description of an address is another address")
    }
    require((1...780).contains(forwarding.host?.utf8.count ?? 1), "the host is empty or too long")
  }
}
