import Cairn
import CairnServer
import CairnSessions
import CairnTesting
import Foundation
import Testing
import Ways

@testable import Booking

/// Two servers of the sample on one host, behind the nginx configuration from the article on deployment. One prefix
/// begins with the other one.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct SharedHostTests {
  private struct Host {
    let servers: [Server]
    let nginx: Nginx

    init() throws {
      servers = try ["/booking", "/bookings"].map { (prefix: String) in
        var settings = ServerSettings()
        settings.port = 0
        settings.pathPrefix = prefix
        settings.trustedProxies = ["127.0.0.1"]
        let server = try BookingServer.server(
          settings, MemorySessionStore(), HouseDatabase()
        ) { $0.date.now = BookingSite.now }
        try server.start()
        return server
      }
      nginx = try Nginx(
        before: ("/booking", servers[0].port), and: ("/bookings", servers[1].port))
    }

    func stop() async {
      for server in servers { await server.stop() }
    }
  }

  /// Creates an account, and expects the list of rooms.
  private func signUp(_ browser: Browser, _ words: Words) async throws {
    try browser.fill(words("Name"), with: "Ann")
    try browser.fill(words("Password"), with: BookingSite.password)
    try await browser.click(words("Sign up"))
    #expect(browser.heading == words("Rooms"))
  }

  /// Downloads the target of a link as the browser does.
  private func download(
    _ link: String, _ browser: Browser, _ host: Host
  ) async throws -> BrowserResponse {
    let link = try #require(browser.document?.all("a").first { $0.accessibleName == link })
    let cookies = browser.cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    return try await host.nginx.transport.send(
      BrowserRequest(target: try #require(link["href"]), headers: [("Cookie", cookies)]))
  }

  @Test(arguments: Words.all)
  func `A member books and exports behind nginx`(words: Words) async throws {
    let host = try Host()
    let browser = Browser(host.nginx.transport)
    try await browser.open("/booking")
    if words.tag != "en" { try await browser.click(words.name) }
    try await signUp(browser, words)
    try await browser.click(words.free(10))
    #expect(browser.path == "/booking/new/2026-11-23-10")
    try browser.fill(words("Title"), with: "Review")
    try await browser.click(words("Book"))
    #expect(browser.path == "/booking")
    #expect(browser.links.contains("\(words.time(10)) Review, Ann"))

    let csv = try await download(words("Export this week (CSV)"), browser, host)
    #expect(csv.status == 200)
    #expect(csv.text.hasPrefix("\"\(words("Day"))\",\"\(words("From"))\","))
    #expect(csv.text.contains(",\"Review\",\"Ann\"\r\n"))
    let calendar = try await download(words("Export all bookings (iCalendar)"), browser, host)
    #expect(calendar.status == 200)
    #expect(calendar.text.contains("\r\nDTSTART:20261123T090000Z\r\n"))
    #expect(calendar.text.contains("\r\nSUMMARY:Review\r\n"))
    await host.stop()
  }

  @Test func `Each application has its own cookies`() async throws {
    let host = try Host()
    let (english, german) = (Words.all[0], Words.all[1])
    let first = Browser(host.nginx.transport)
    try await first.open("/booking")
    try await first.click(german.name)
    try await signUp(first, german)
    #expect(first.cookies.contains { $0.name == "__Secure-cairn-booking" })
    #expect(first.cookies.allSatisfy { $0.path == "/booking" && $0.isSecure })

    // The member isn't signed in to the other application, which also has its own language.
    let second = first.newTab()
    try await second.open("/bookings")
    #expect(second.exchanges.allSatisfy { $0.request.header("Cookie") == nil })
    #expect(second.heading == english("Book a room"))
    try await signUp(second, english)
    let own = second.cookies.filter { $0.path == "/bookings" }
    #expect(own.contains { $0.name == "__Secure-cairn-bookings" })
    let sent = second.exchanges.compactMap { $0.request.header("Cookie") }
      .flatMap { $0.split(separator: "; ") }.map { String($0.prefix { $0 != "=" }) }
    #expect(!sent.isEmpty)
    #expect(Set(sent).isSubset(of: own.map(\.name)))

    try await first.reload()
    #expect(first.heading == german("Rooms"))
    await host.stop()
  }
}
