import CairnSecurity
import Testing

@Suite struct OriginCheckTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var origin: String?
    var host: String? = "app.example.org"
    var site: String?
    var referer: String?
    var isTLS = true
    let expected: OriginCheck.Verdict

    init(
      _ description: String, origin: String? = nil, host: String? = "app.example.org",
      site: String? = nil, referer: String? = nil, isTLS: Bool = true,
      _ expected: OriginCheck.Verdict
    ) {
      testDescription = description
      self.origin = origin
      self.host = host
      self.site = site
      self.referer = referer
      self.isTLS = isTLS
      self.expected = expected
    }

    var headers: OriginCheck.Headers {
      .init(origin: origin, host: host, secFetchSite: site, referer: referer)
    }
  }

  static let ours = "https://app.example.org"

  static let cases: [Case] = [
    .init("our own page", origin: ours, site: "same-origin", .accepted),
    .init(
      "over plain http, without Sec-Fetch", origin: "http://app.example.org", isTLS: false,
      .accepted),
    .init(
      "a port", origin: "http://127.0.0.1:8080", host: "127.0.0.1:8080", isTLS: false,
      .accepted),
    .init("the default port said", origin: ours, host: "app.example.org:443", .accepted),
    .init("capitals", origin: ours, host: "APP.Example.org", .accepted),
    .init("sent by the user", origin: ours, site: "none", .accepted),
    .init("IPv6", origin: "http://[::1]:8080", host: "[::1]:8080", isTLS: false, .accepted),

    .init("null", origin: "null", .refused(.originOpaque)),
    .init("null that claims more", origin: "null", site: "same-origin", .refused(.originOpaque)),
    .init("foreign", origin: "https://evil.org", .refused(.originForeign)),
    .init(
      "foreign that claims more", origin: "https://evil.org", site: "same-origin",
      referer: "https://app.example.org/", .refused(.originForeign)),
    .init(
      "same site, other host", origin: "https://www.example.org", site: "same-site",
      .refused(.fetchSite)),
    .init(
      "same site, silent about it", origin: "https://www.example.org",
      .refused(.originForeign)),
    .init("cross-site", origin: "https://evil.org", site: "cross-site", .refused(.fetchSite)),
    .init("cross-site with our origin", origin: ours, site: "cross-site", .refused(.fetchSite)),
    .init("unknown Sec-Fetch-Site", origin: ours, site: "SAME-ORIGIN", .refused(.fetchSite)),
    .init("empty Sec-Fetch-Site", origin: ours, site: "", .refused(.fetchSite)),
    .init("two values", origin: ours, site: "same-origin, cross-site", .refused(.fetchSite)),
    .init("other scheme", origin: "http://app.example.org", .refused(.originForeign)),
    .init("other port", origin: ours + ":8443", .refused(.originForeign)),
    .init("our name in front", origin: ours + ".evil.org", .refused(.originForeign)),
    .init("our name at the end", origin: "https://evilapp.example.org", .refused(.originForeign)),
    .init("a path", origin: ours + "/", .refused(.originMalformed)),
    .init("a list", origin: ours + ", https://evil.org", .refused(.originMalformed)),
    .init("empty", origin: "", .refused(.originMalformed)),
    .init("a user", origin: "https://app.example.org@evil.org", .refused(.originMalformed)),

    .init("no Host", origin: ours, host: nil, .refused(.hostMissing)),
    .init("bad Host", origin: ours, host: "app.example.org, evil.org", .refused(.hostMissing)),
    .init("Host with a user", origin: ours, host: "a@app.example.org", .refused(.hostMissing)),
    .init("empty Host", origin: ours, host: "", .refused(.hostMissing)),

    .init("nothing", .refused(.unknown)),
    .init("Sec-Fetch-Site alone accepts nothing", site: "same-origin", .refused(.unknown)),
    .init("our Referer", referer: ours + "/inventory?~k3", .accepted),
    .init("our Referer, Sec-Fetch", site: "same-origin", referer: ours + "/", .accepted),
    .init(
      "foreign Referer", referer: "https://evil.org/?https://app.example.org/",
      .refused(.refererForeign)),
    .init(
      "Referer with our name as user", referer: "https://app.example.org@evil.org/",
      .refused(.refererMalformed)),
    .init(
      "cross-site with our Referer", site: "cross-site", referer: ours + "/",
      .refused(.fetchSite)),
    .init("empty Referer", referer: "", .refused(.refererMalformed)),
  ]

  @Test(arguments: cases) func `Each case has its verdict`(_ example: Case) {
    #expect(
      OriginCheck().verdict(example.headers, isTLS: example.isTLS) == example.expected)
  }

  @Test func `The public origin is used instead of the host`() {
    let check = OriginCheck(publicOrigin: Origin(Self.ours))
    #expect(check.verdict(.init(origin: Self.ours, host: "10.0.0.7"), isTLS: false) == .accepted)
    #expect(
      check.verdict(.init(origin: "http://10.0.0.7", host: "10.0.0.7"), isTLS: false)
        == .refused(.originForeign))
    #expect(check.isSecure(isTLS: false))
  }
}
