import Testing

@testable import CairnHTTP

struct ForwardingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let headers: [(String, String)]
    var client: String?
    var isSecure: Bool?
    var host: String?

    init(
      _ description: String, _ headers: [(String, String)], client: String? = nil,
      isSecure: Bool? = nil, host: String? = nil
    ) {
      testDescription = description
      self.headers = headers
      self.client = client
      self.isSecure = isSecure
      self.host = host
    }
  }

  static let cases: [Case] = [
    Case("nothing", []),
    Case(
      "what nginx sends",
      [
        ("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Proto", "https"),
        ("X-Forwarded-Host", "example.org"),
      ], client: "203.0.113.9", isSecure: true, host: "example.org"),
    Case("scheme alone", [("X-Forwarded-Proto", "HTTPS")], isSecure: true),
    Case("plain http", [("x-forwarded-proto", "http")], isSecure: false),
    Case("a scheme that is none", [("X-Forwarded-Proto", "wss")]),
    Case(
      "a client that claims to be another", [("X-Forwarded-For", "6.6.6.6, 203.0.113.9")],
      client: "203.0.113.9"),
    Case(
      "the same, in lines", [("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", "203.0.113.9")],
      client: "203.0.113.9"),
    Case(
      "two proxies",
      [
        ("X-Forwarded-For", "6.6.6.6, 203.0.113.9, 10.0.0.2"),
        ("X-Forwarded-Proto", "http, https, http"),
      ],
      client: "203.0.113.9", isSecure: true),
    Case(
      "two proxies, of which one says the scheme",
      [("X-Forwarded-For", "203.0.113.9, 10.0.0.2"), ("X-Forwarded-Proto", "https")],
      client: "203.0.113.9", isSecure: true),
    Case(
      "a scheme that the client has put in front",
      [("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Proto", "https, http")],
      client: "203.0.113.9", isSecure: false),
    Case("proxies alone", [("X-Forwarded-For", "10.0.0.3, 10.0.0.2")], client: "10.0.0.3"),
    Case("with a port", [("X-Forwarded-For", "203.0.113.9:4711")], client: "203.0.113.9"),
    Case("IPv6", [("X-Forwarded-For", "2001:db8::9")], client: "2001:db8::9"),
    Case("IPv6 with a port", [("X-Forwarded-For", "[2001:db8::9]:4711")], client: "2001:db8::9"),
    Case("no address", [("X-Forwarded-For", "6.6.6.6, unknown")]),
    Case("nothing after the comma", [("X-Forwarded-For", "6.6.6.6,")]),

    Case(
      "RFC 7239", [("Forwarded", "for=203.0.113.9;proto=https;host=example.org;by=10.0.0.2")],
      client: "203.0.113.9", isSecure: true, host: "example.org"),
    Case(
      "quoted", [("Forwarded", #"For="[2001:db8::9]:4711"; Proto="https"; host="a\.example:81""#)],
      client: "2001:db8::9", isSecure: true, host: "a.example:81"),
    Case(
      "a chain",
      [
        (
          "Forwarded",
          "for=6.6.6.6;proto=http, for=203.0.113.9;proto=https, for=10.0.0.2;proto=http"
        )
      ],
      client: "203.0.113.9", isSecure: true),
    Case(
      "a chain in lines",
      [("Forwarded", "for=203.0.113.9;proto=https"), ("forwarded", "for=10.0.0.2")],
      client: "203.0.113.9", isSecure: true),
    Case(
      "a hidden client", [("Forwarded", "for=6.6.6.6, for=_hidden;proto=https")], isSecure: true),
    Case("an open quote swallows nothing", [("Forwarded", "for=\"6.6.6.6, for=203.0.113.9")]),
    Case("a name without a value", [("Forwarded", "for, for=203.0.113.9")]),
    Case("empty", [("Forwarded", "")]),
    Case("separators", [("Forwarded", ";,;,for=203.0.113.9;")], client: "203.0.113.9"),

    Case(
      "both kinds, agreed",
      [
        ("Forwarded", "for=203.0.113.9;proto=https"), ("X-Forwarded-For", "203.0.113.9"),
        ("X-Forwarded-Proto", "https"),
      ], client: "203.0.113.9", isSecure: true),
    Case(
      "both kinds, of which the client has sent one",
      [("Forwarded", "for=6.6.6.6;proto=https"), ("X-Forwarded-For", "203.0.113.9")]),
  ]

  @Test(arguments: cases) func `Reads the fields of trusted proxies`(example: Case) throws {
    let trusted = [try #require(IPNetwork("10.0.0.0/8"))]
    let forwarding = Forwarding(
      HTTPHeaders(example.headers.map { (name: $0.0, value: $0.1) }), trusted: trusted)
    #expect(forwarding.client?.description == example.client)
    #expect(forwarding.isSecure == example.isSecure)
    #expect(forwarding.host == example.host)
  }

  private func seen(trusting network: String) async throws -> String {
    var text = ""
    try await withServer(
      configured { $0.trustedProxies = [IPNetwork(network)].compactMap(\.self) },
      answer: answering { request in
        .now(.text("\(request.remoteAddress) \(request.isSecure) \(request.host ?? "-")"))
      }
    ) { server in
      let client = try Client(port: server.port)
      client.request(
        "GET /",
        header: [
          "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https",
          "X-Forwarded-Host: example.org",
        ])
      text = try client.response().text
      // Forwarding fields of one request don't apply to the next.
      client.request("GET /")
      #expect(try client.response().text == "127.0.0.1 false localhost")
    }
    return text
  }

  @Test func `Trusts fields from a trusted peer`() async throws {
    #expect(try await seen(trusting: "127.0.0.0/8") == "203.0.113.9 true example.org")
  }

  @Test func `Ignores fields from untrusted peers`() async throws {
    #expect(try await seen(trusting: "127.0.0.2") == "127.0.0.1 false localhost")
  }
}
