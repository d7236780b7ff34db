import Cairn
import CairnHTTP
import CairnSQLite
import CairnSessions
import CairnTesting
import Foundation
import Testing
import Ways

@testable import CairnServer

/// An attacker who has planted a cookie in a user's browser has no access to the session after the user signs in.
@Suite(.timeLimit(.minutes(30))) struct SessionFixationTests {
  private let gate = VaultGate()

  private func server(
    sessions: any SessionStore = MemorySessionStore(), clock: IdleClock = .system
  ) throws -> TestServer {
    var settings = ServerSettings()
    settings.idleClock = clock
    return try TestServer(settings: settings, sessions: sessions) { [gate] settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.gate = gate
      } mounts: {
        Mount("/vault", VaultApp.self)
      }
    }
  }

  private func expectNothing(of victim: Browser, by thief: Browser) async throws {
    for location in ["/vault", victim.location] {
      try await thief.open(location)
      #expect(thief.status == 200)
      #expect(thief.shown("User") == "nobody")
      #expect(thief.shown("Owner") == "none")
      #expect(thief.shown("Count") == "0")
      #expect(thief.shown("Session") != victim.shown("Session"))
      #expect(thief.cookies.isEmpty)
    }
  }

  @Test(.restarting, .withoutScript(.requests))
  func `A planted cookie gives no access after the user signs in`()
    async throws
  {
    let transport = InProcessTransport(try server())
    let victim = Browser(transport)
    try await victim.open("/vault")
    try await victim.click("Count")
    let before = victim.cookieHeader
    let thief = Browser(Bearer(transport, ofCookie: victim))
    let spy = thief.newTab()
    try await thief.open("/vault")
    #expect(thief.shown("Count") == "1")
    try await spy.open(victim.location)
    #expect(spy.shown("Own") == "1")
    let known = victim.shown("Session")

    try await victim.click("Sign in")
    #expect(victim.shown("User") == "ann")
    #expect(victim.shown("Owner") == "ann")
    #expect(victim.shown("Count") == "1")
    #expect(victim.shown("Own") == "1")
    #expect(victim.cookieHeader != before)
    #expect(victim.shown("Session") != known)
    #expect(victim.submission?.response.headerValues("Set-Cookie").count == 1)
    #expect(victim.exchanges.last?.response.headerValues("Set-Cookie").isEmpty == true)
    // The attacker's earlier pages of the same scene.
    try await spy.click("Count")
    #expect(spy.shown("User") == "nobody")
    try await thief.click("Count")
    #expect(thief.shown("User") == "nobody")
    let stranger = thief.newTab()
    try await stranger.open("/vault")
    #expect(stranger.shown("User") == "nobody")
    #expect(stranger.cookies.isEmpty)
    try await stranger.open(victim.location)
    #expect(stranger.shown("User") == "nobody")
    #expect(stranger.shown("Own") == "0")

    try await victim.click("Count")
    #expect(victim.submission?.response.headerValues("Set-Cookie").isEmpty == true)
    #expect(victim.shown("Count") == "2")
    #expect(victim.shown("User") == "ann")
  }

  @Test(.restarting, .everyWay) func `Forms in other tabs still work after the user signs in`()
    async throws
  {
    let site = try FlowSite { [gate] settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.gate = gate
      } mounts: {
        Mount("/vault", VaultApp.self)
      }
    }
    let browser = try await site.user(at: "/vault")
    try await browser.click("Count")
    let tab = try await browser.newTab()
    try await tab.open("/vault")
    try await tab.click("Count")
    let unsaved = try await browser.newTab()
    try await unsaved.open("/vault")
    try await tab.fill("Name", with: "typed")
    try await browser.click("Sign in")
    for (tab, own, count) in [(tab, "2", "3"), (unsaved, "1", "4")] {
      try await tab.click("Count")
      #expect(tab.notice == nil)
      #expect(tab.browser.shown("Own") == own)
      #expect(tab.browser.shown("Count") == count)
      #expect(tab.browser.shown("User") == "ann")
    }
    #expect(try tab.field("Name").value == "typed")
  }

  @Test(.withoutScript(.requests))
  func `Each renewal gives the session another cookie and another ID`() async throws {
    let browser = Browser(InProcessTransport(try server()))
    try await browser.open("/vault")
    var cookies: Set = [browser.cookieHeader]
    var ids: Set = [browser.shown("Session")]
    for _ in 0..<3 {
      try await browser.click("Renew")
      cookies.insert(browser.cookieHeader)
      ids.insert(browser.shown("Session"))
    }
    #expect(cookies.count == 4)
    #expect(ids.count == 4)
  }

  @Test(.withoutScript(.requests))
  func `A repeated sign-in isn't processed, and gets the cookie for one minute`()
    async throws
  {
    let clock = IdleClock()
    let transport = InProcessTransport(try server(clock: clock))
    let browser = Browser(transport)
    try await browser.open("/vault")
    try await browser.click("Sign in")
    let submission = try #require(browser.submission)
    // As with a double-click, where the browser shows the response to the second request.
    let again = try await transport.send(submission.request)
    #expect(again.status == 303)
    #expect(again.header("Location") == submission.response.header("Location"))
    let cookie = submission.response.headerValues("Set-Cookie")
    #expect(cookie.count == 1)
    #expect(again.headerValues("Set-Cookie") == cookie)
    try await browser.reload()
    #expect(browser.shown("User") == "ann")

    clock.advance(by: .seconds(60))
    let late = try await transport.send(submission.request)
    #expect(late.status == 303)
    #expect(late.headerValues("Set-Cookie").isEmpty)

    // A cookie that is no longer valid is never sent.
    try await browser.click("Renew")
    let renewal = try #require(browser.submission)
    try await browser.click("Renew")
    #expect(try await transport.send(renewal.request).headerValues("Set-Cookie").isEmpty)

    // Another form with the old cookie, from a page that the attacker can get, has no access.
    var other = submission.request
    let stranger = Browser(
      Bearer(transport, cookie: try #require(other.headers.first { $0.0 == "Cookie" }?.1)))
    try await stranger.open("/vault")
    try await stranger.click("Sign in")
    other.body = stranger.submission?.request.body ?? []
    let refused = try await transport.send(other)
    #expect(!cookie.contains(refused.headerValues("Set-Cookie").first ?? ""))
  }

  @Test(.withoutScript(.requests)) func `A form with the old cookie is restored and not processed`()
    async throws
  {
    let transport = InProcessTransport(try server())
    let browser = Browser(transport)
    try await browser.open("/vault")
    let late = Browser(Bearer(transport, ofCookie: browser))
    try await late.open("/vault")
    try late.fill("Name", with: "typed")
    try await browser.click("Sign in")
    try await late.click("Count")
    #expect(late.status == 409)
    #expect(try late.field("Name").value == "typed")
    #expect(late.cookies.isEmpty)
    #expect(late.shown("User") == "nobody")
    try await browser.reload()
    #expect(browser.shown("Count") == "0")
  }

  @Test(.withoutScript(.requests)) func `A failed commit leaves the session unchanged`()
    async throws
  {
    let store = BrokenStore()
    let transport = InProcessTransport(try server(sessions: store))
    let browser = Browser(transport)
    try await browser.open("/vault")
    try await browser.click("Count")
    let cookie = browser.cookieHeader
    let id = browser.shown("Session")
    let tab = browser.newTab()
    try await tab.open("/vault")
    for button in ["Sign in", "Renew"] {
      store.fail(commits: true)
      try await browser.click(button)
      #expect(browser.status == 503)
      #expect(browser.submission?.response.headerValues("Set-Cookie").isEmpty == true)
      #expect(browser.cookieHeader == cookie)
      store.fail()
      try await tab.reload()
      #expect(tab.shown("User") == "nobody")
      #expect(tab.shown("Owner") == "none")
      #expect(tab.shown("Session") == id)
      #expect(tab.shown("Count") == "1")
      try await browser.back()
    }
    try await browser.click("Sign in")
    #expect(browser.shown("User") == "ann")
    #expect(browser.shown("Count") == "1")
    #expect(browser.cookieHeader != cookie)
  }

  @Test(.withoutScript(.requests)) func `The renewal survives a restart with a file`() async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "sessions.sqlite").path(percentEncoded: false)
    let store = try SQLiteSessionStore(path: path)
    let server = try server(sessions: store)
    let transport = InProcessTransport(server)
    let browser = Browser(transport)
    try await browser.open("/vault")
    try await browser.click("Count")
    let thief = Browser(Bearer(transport, ofCookie: browser))
    try await browser.click("Sign in")
    try server.restart()
    try await expectNothing(of: browser, by: thief)
    try await browser.click("Count")
    #expect(browser.shown("Count") == "2")
    #expect(browser.shown("User") == "ann")
    #expect(browser.shown("Owner") == "ann")
    await store.close()
  }

  @Test(.withoutScript(.requests)) func `Another server treats the old session as gone`()
    async throws
  {
    let store = MemorySessionStore()
    let servers = [try server(sessions: store), try server(sessions: store)]
    let balancer = Balancer(servers)
    let browser = Browser(balancer)
    try await browser.open("/vault")
    try await browser.click("Count")
    balancer.turn(to: 1)
    try await browser.click("Count")
    #expect(browser.shown("Count") == "2")
    let thief = Browser(Bearer(balancer, ofCookie: browser))
    try await thief.open(browser.location)
    #expect(thief.shown("Own") == "2")
    balancer.turn(to: 0)
    try await browser.click("Sign in")
    balancer.turn(to: 1)
    // The other server has the old session in memory, but can't store any of it.
    try await thief.click("Count")
    #expect(thief.status == 409)
    try await expectNothing(of: browser, by: thief)
    try await browser.click("Count")
    #expect(browser.shown("Count") == "3")
    #expect(browser.shown("User") == "ann")
  }

  @Test(.withoutScript(.requests))
  func `A sign-in by an effect uses the cookie that was renewed before it`() async throws {
    let server = try server()
    let transport = InProcessTransport(server)
    let browser = Browser(transport)
    try await browser.open("/vault")
    let thief = Browser(Bearer(transport, ofCookie: browser))
    try await browser.click("Sign in late")
    let cookie = browser.cookieHeader
    #expect(cookie != thief.cookieHeader)
    #expect(browser.shown("User") == "nobody")
    await gate.isReached()
    gate.open()
    try await browser.reload()
    #expect(browser.shown("Owner") == "ann")
    #expect(browser.shown("User") == "ann")
    #expect(browser.cookieHeader == cookie)
    try await expectNothing(of: browser, by: thief)
  }
}
