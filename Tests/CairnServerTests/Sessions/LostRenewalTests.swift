import Cairn
import CairnSecurity
import CairnSessions
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Sign-ins whose response with the new cookie is lost. The browser repeats them after a restart or at another server.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct LostRenewalTests {
  private let gate = VaultGate()
  private let store = MemorySessionStore()
  private let secret = RandomToken.bytes(ServerSecret.minimumLength)

  /// Creates a server that shares the store and the secret with the others.
  private func server(clock: IdleClock = .system) throws -> Server {
    var settings = ServerSettings()
    settings.secretBytes = secret
    settings.idleClock = clock
    return try Server(settings: settings, sessions: store) { [gate] in
      $0.gate = gate
    } mounts: {
      Mount("/vault", VaultApp.self)
    }
  }

  /// The events before a user signs in on one server, whose response is lost.
  private enum Before: CaseIterable {
    case nothing
    /// The scene has processed a form there.
    case scene
    /// The scene has processed forms there and on the other server.
    case otherServer
    /// The scene has processed a form there, and another tab has submitted a form with the old cookie after the sign-in.
    case laterTab
  }

  @Test(arguments: Before.allCases, ["Sign in", "Sign in slowly", "Renew"])
  private func `Another server returns the lost response`(_ before: Before, button: String)
    async throws
  {
    let other = InProcessTransport(try server())
    let browser = Browser(InProcessTransport(try server()))
    gate.open()
    try await browser.open("/vault")
    if before != .nothing { try await browser.click("Count") }
    if before == .otherServer {
      let tab = Browser(Bearer(other, ofCookie: browser))
      try await tab.open(browser.location)
      try await tab.click("Count")
      try await browser.reload()
    }
    let old = browser.cookieHeader
    try await browser.click(button)
    let count = try #require(browser.shown("Count"))
    let exchange = try #require(browser.submission)
    let cookies = exchange.response.headerValues("Set-Cookie")
    #expect(cookies.count == 1 && browser.cookieHeader != old)
    let user = button == "Renew" ? "nobody" : "ann"
    if before == .laterTab {
      let tab = Browser(Bearer(other, cookie: old))
      try await tab.open("/vault")
      try await tab.click("Count")
    }

    for _ in 0..<2 {
      let again = try await other.send(exchange.request)
      #expect(again.status == 303)
      #expect(again.header("Location") == exchange.response.header("Location"))
      #expect(again.headerValues("Set-Cookie") == cookies)
    }
    let here = Browser(Bearer(other, ofCookie: browser))
    try await here.open(browser.location)
    #expect(here.shown("User") == user)
    #expect(here.shown("Count") == count)
    try await here.click("Count")
    #expect(here.shown("Count") == String(try #require(Int(count)) + 1))
    let stranger = Browser(Bearer(other, cookie: old))
    try await stranger.open("/vault")
    #expect(stranger.shown("User") == "nobody")
    #expect(stranger.shown("Count") == (before == .laterTab ? "1" : "0"))
  }

  @Test func `Only the same form gets the new cookie, for at most two minutes`() async throws {
    let clock = IdleClock()
    let browser = Browser(InProcessTransport(try server()))
    try await browser.open("/vault")
    try await browser.click("Count")
    let old = browser.cookieHeader
    try browser.fill("Name", with: "ann")
    try await browser.click("Sign in")
    let exchange = try #require(browser.submission)
    // A client with only the page and the cookie doesn't have the text.
    var guess = exchange.request
    guess.body = Array(
      String(decoding: guess.body, as: UTF8.self).replacing("=ann", with: "=bob").utf8)
    #expect(guess.body != exchange.request.body)
    let early = try await InProcessTransport(try server(clock: clock)).send(guess)
    #expect(early.headerValues("Set-Cookie").isEmpty)
    clock.advance(by: .seconds(120))
    let late = try await InProcessTransport(try server(clock: clock)).send(exchange.request)
    #expect(late.headerValues("Set-Cookie").isEmpty)
    let stranger = Browser(Bearer(InProcessTransport(try server()), cookie: old))
    try await stranger.open(browser.location)
    #expect(stranger.shown("User") == "nobody")
  }
}
