import CairnBytes

/// How a client has reached the first of the trusted proxies, according to their header fields.
///
/// Anyone can send these fields, and proxies append to existing values. They're therefore read from the end, where the
/// nearest proxy has written. Reading continues as long as the named address is trusted itself. The first untrusted
/// address is the client. Everything before it was written by the client and is ignored.
struct Forwarding: Equatable {
  var client: IPAddress?
  var isSecure: Bool?
  var host: String?

  /// Reads the fields of a request whose sender is trusted.
  ///
  /// A proxy that writes one kind of fields may pass on the other kind as its client has sent them. If both kinds exist
  /// and differ, neither is trusted.
  init(_ headers: HTTPHeaders, trusted: [IPNetwork]) {
    var lines = Lines()
    for (name, value) in headers { lines.add(name, value) }
    let isTrusted = { (address: IPAddress) in trusted.contains { $0.contains(address) } }
    switch (lines.forwarded.isEmpty, lines.hasCustomary) {
    case (true, false): self.init()
    case (false, false): self.init(standard: lines.forwarded, isTrusted: isTrusted)
    case (true, true): self.init(customary: lines, isTrusted: isTrusted)
    case (false, true):
      let standard = Forwarding(standard: lines.forwarded, isTrusted: isTrusted)
      let customary = Forwarding(customary: lines, isTrusted: isTrusted)
      self = standard == customary ? standard : Forwarding()
    }
  }

  private init() {}

  /// Reads `Forwarded` fields (RFC 7239).
  private init(standard lines: [String], isTrusted: (IPAddress) -> Bool) {
    for element in (ForwardedElement.elements(lines) ?? []).reversed() {
      client = Self.address(element.client[...])
      isSecure = Self.isSecure(element.scheme[...])
      host = Self.host(element.host[...])
      guard let client, isTrusted(client) else { return }
    }
  }

  /// Reads `X-Forwarded-For`, `X-Forwarded-Proto`, and `X-Forwarded-Host` fields. Their lists are aligned at the end.
  private init(customary lines: Lines, isTrusted: (IPAddress) -> Bool) {
    var hops = 0
    for item in lines.addresses.reversed() {
      hops += 1
      client = Self.address(item)
      guard let client, isTrusted(client) else { break }
    }
    func value(_ list: [ArraySlice<UInt8>]) -> ArraySlice<UInt8>? {
      list.isEmpty ? nil : list[max(0, list.count - max(1, hops))]
    }
    isSecure = value(lines.schemes).flatMap(Self.isSecure)
    host = value(lines.hosts).flatMap(Self.host)
  }

  /// The lines of the `Forwarded` fields, and the items of the other fields, which are lists.
  private struct Lines {
    var forwarded: [String] = []
    var addresses: [ArraySlice<UInt8>] = []
    var schemes: [ArraySlice<UInt8>] = []
    var hosts: [ArraySlice<UInt8>] = []

    var hasCustomary: Bool { !(addresses.isEmpty && schemes.isEmpty && hosts.isEmpty) }

    mutating func add(_ name: String, _ value: String) {
      if name.equalsIgnoringCase("Forwarded") {
        forwarded.append(value)
      } else if name.equalsIgnoringCase("X-Forwarded-For") {
        addresses += Self.items(value)
      } else if name.equalsIgnoringCase("X-Forwarded-Proto") {
        schemes += Self.items(value)
      } else if name.equalsIgnoringCase("X-Forwarded-Host") {
        hosts += Self.items(value)
      }
    }

    private static func items(_ value: String) -> [ArraySlice<UInt8>] {
      func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
      return Array(value.utf8).split(
        separator: UInt8(ascii: ","), omittingEmptySubsequences: false
      ).map { item in
        let start = item.drop(while: isSpace)
        return start.lastIndex { !isSpace($0) }.map { start[...$0] } ?? []
      }
    }
  }

  /// Returns the address in `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, or `[2001:db8::1]:4711`. The result is `nil`
  /// for a name that hides the address.
  private static func address(_ text: ArraySlice<UInt8>) -> IPAddress? {
    if text.first == UInt8(ascii: "[") {
      return text.firstIndex(of: UInt8(ascii: "]")).flatMap {
        IPAddress(bytes: text[(text.startIndex + 1)..<$0])
      }
    }
    let colons = text.lazy.filter { $0 == UInt8(ascii: ":") }.count
    return IPAddress(bytes: colons == 1 ? text.prefix { $0 != UInt8(ascii: ":") } : text)
  }

  private static func isSecure(_ scheme: ArraySlice<UInt8>) -> Bool? {
    let scheme = scheme.map(\.lowercasedASCII)
    if scheme.elementsEqual("https".utf8) { return true }
    return scheme.elementsEqual("http".utf8) ? false : nil
  }

  /// Returns a host if its length is acceptable. Code that reads the host must validate it.
  private static func host(_ text: ArraySlice<UInt8>) -> String? {
    (1...260).contains(text.count) ? String(decoding: text, as: UTF8.self) : nil
  }
}

extension ConnectionPointer {
  /// Returns how the client has reached the peer according to the peer, or `nil` if the peer isn't trusted.
  func forwarding(by trusted: [IPNetwork]) -> Forwarding? {
    guard let peer = peer(), trusted.contains(where: { $0.contains(peer) }) else { return nil }
    return Forwarding(allHeaders(), trusted: trusted)
  }
}
