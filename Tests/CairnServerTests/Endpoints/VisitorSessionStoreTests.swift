import CairnSecurity
import CairnSessions
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Sessions of endpoints in a store that several servers share, or that fails.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct VisitorSessionStoreTests {
  // MARK: Other servers

  @Test(arguments: [("GET", "/own"), ("POST", "/count"), ("POST", "/report")])
  func `A session that has ended on another server authorizes nothing`(
    request: (method: String, path: String)
  ) async throws {
    let settings = sharedSettings()
    let store = MemorySessionStore()
    let browser = Browser(InProcessTransport(try vaultServer(settings, sessions: store)))
    try await browser.open("/vault")
    try await browser.click("Sign in")
    let other = InProcessTransport(try vaultServer(settings, sessions: store))
    let site = Bearer(other, ofCookie: browser)
    #expect(
      try await site.send("GET", "/own").report == VaultReport(user: "ann", owner: "ann"))
    try await browser.click("Sign out")
    let answer = try await site.send(request.method, request.path)
    #expect(!answer.text.contains("ann"))
    #expect(answer.status == (request.path == "/own" ? 401 : 200))
    #expect(try await site.send("GET", "/report").report?.owner == nil)
  }

  @Test func `A session that has ended on another server isn't stored again by a GET`()
    async throws
  {
    let settings = sharedSettings()
    let store = MemorySessionStore()
    let browser = Browser(InProcessTransport(try vaultServer(settings, sessions: store)))
    try await browser.open("/vault")
    try await browser.click("Sign in")
    let other = InProcessTransport(try vaultServer(settings, sessions: store))
    let site = Bearer(other, ofCookie: browser)
    #expect(try await site.send("GET", "/report").report?.owner == "ann")
    try await browser.click("Sign out")
    #expect(try await site.send("GET", "/count").status == 409)
    #expect(store.counts.sessions == 0)
    #expect(try await site.send("GET", "/count").report == VaultReport(count: 1))
  }

  @Test func `A session without values that ends on another server isn't stored again`()
    async throws
  {
    let settings = sharedSettings()
    let store = MemorySessionStore()
    let (open, gate) = (VaultGate(), VaultGate())
    open.open()
    let first = InProcessTransport(try vaultServer(settings, sessions: store, gate: open))
    let other = InProcessTransport(try vaultServer(settings, sessions: store, gate: gate))
    let answer = try await first.send("POST", "/slow-sign-in")
    let cookie = String(try #require(answer.header("Set-Cookie")).prefix { $0 != ";" })
    async let slow = Bearer(other, cookie: cookie).send("POST", "/count-slowly")
    await gate.isReached()
    #expect(try await Bearer(first, cookie: cookie).send("POST", "/sign-out").status == 204)
    gate.open()
    let late = try await slow
    #expect(late.status == 409)
    #expect(store.counts.sessions == 0)
    #expect(try await Bearer(other, cookie: cookie).send("GET", "/report").report?.count == 0)
  }

  @Test func `A session that was idle for too long doesn't return`() async throws {
    let settings = sharedSettings()
    let store = MemorySessionStore()
    let browser = Browser(InProcessTransport(try vaultServer(settings, sessions: store)))
    try await browser.open("/vault")
    try await browser.click("Count")
    try await browser.click("Sign in")
    // This server doesn't allow any idle time, but the session is still in the store.
    var strict = settings
    strict.sessionIdle = .zero
    let site = InProcessTransport(try vaultServer(strict, sessions: store))
    let answer = try await Bearer(site, ofCookie: browser).send("POST", "/note", body: "new")
    #expect(answer.report == VaultReport(note: "new"))
    let next = InProcessTransport(try vaultServer(settings, sessions: store))
    let report = try await Bearer(next, ofCookie: browser).send("GET", "/report").report
    #expect(report == VaultReport(note: "new"))
  }

  @Test(arguments: ["endpoint", "page"])
  func `A change doesn't bring back the scenes and the owner of an expired session`(
    place: String
  ) async throws {
    var settings = sharedSettings()
    settings.idleClock = IdleClock()
    let store = MemorySessionStore()
    let site = InProcessTransport(try vaultServer(settings, sessions: store))
    let browser = Browser(site)
    try await browser.open("/vault")
    try await browser.click("Count")
    try await browser.click("Sign in")
    #expect(browser.shown("Own") == "1")
    // The session isn't removed from the store yet.
    settings.idleClock.advance(by: settings.sessionIdle + .seconds(1))
    let visitor = Bearer(site, ofCookie: browser)
    if place == "endpoint" {
      #expect(try await visitor.send("POST", "/count").report == VaultReport(count: 1))
    } else {
      let tab = Browser(visitor)
      try await tab.open("/vault")
      try await tab.click("Count")
      #expect(tab.shown("Count") == "1")
    }
    #expect(store.counts.sessions == 1)
    #expect(store.counts.scenes == (place == "endpoint" ? 0 : 1))
    // A server without the session in memory loads it from the store.
    let next = InProcessTransport(try vaultServer(settings, sessions: store))
    let other = Browser(Bearer(next, ofCookie: browser))
    try await other.open(browser.location)
    #expect(other.shown("Own") == "0")
    #expect(other.shown("Count") == "1")
    #expect(other.shown("User") == "nobody")
    #expect(other.shown("Owner") == "none")
  }

  // MARK: Failures

  @Test func `If the store fails, the change is discarded`() async throws {
    let store = BrokenStore()
    try await withVault(.inProcess, sessions: store) { site, browser, _ in
      store.fail(commits: true)
      for (method, path) in [("POST", "/count"), ("GET", "/return?user=bea")] {
        let answer = try await browser.request(method, path, from: site)
        #expect(answer.status == 503)
        #expect(answer.header("Retry-After") == "5")
        #expect(answer.header("Set-Cookie") == nil)
      }
      store.fail()
      let report = try await browser.request("GET", "/report", from: site).report
      #expect(report == VaultReport(count: 1))
    }
  }

  @Test func `If the session can't be loaded, the endpoint doesn't run`() async throws {
    let store = BrokenStore()
    var settings = ServerSettings()
    settings.secretBytes = RandomToken.bytes(ServerSecret.minimumLength)
    let browser = Browser(InProcessTransport(try vaultServer(settings, sessions: store)))
    try await browser.open("/vault")
    try await browser.click("Count")
    let next = InProcessTransport(try vaultServer(settings, sessions: store))
    store.fail(loads: true)
    #expect(try await browser.request("POST", "/count", from: next).status == 503)
    // Other endpoints don't need the store.
    #expect(try await browser.request("GET", "/plain", from: next).text == "plain")
    store.fail()
    let answer = try await browser.request("POST", "/count", from: next)
    #expect(answer.report == VaultReport(count: 2))
  }

  @Test func `If the store can't be asked, only endpoints that read run`() async throws {
    let store = BrokenStore()
    try await withVault(.inProcess, sessions: store) { site, browser, _ in
      try await browser.click("Sign in")
      store.fail(loads: true)
      for (method, path) in [("POST", "/count"), ("GET", "/own"), ("GET", "/count")] {
        #expect(try await browser.request(method, path, from: site).status == 503)
      }
      let report = try await browser.request("GET", "/report", from: site).report
      #expect(report == VaultReport(count: 1, user: "ann", owner: "ann"))
    }
  }

  @Test func `A session that would become too large is unchanged`() async throws {
    var settings = ServerSettings()
    settings.maximumSessionSize = 20_000
    try await withVault(.inProcess, settings: settings) { site, browser, _ in
      let cookie = browser.cookieHeader
      let answer = try await site.send(
        "POST", "/note", headers: [("Cookie", cookie)],
        body: String(repeating: "x", count: 30_000))
      #expect(answer.status == 413)
      #expect(answer.header("Content-Type") == "application/problem+json")
      let report = try await browser.request("GET", "/report", from: site).report
      #expect(report == VaultReport(count: 1))
    }
  }

  @Test(arguments: [("/note", 413), ("/unwritable", 500)])
  func `A change that can't be stored completely isn't stored at all`(
    change: (path: String, status: Int)
  ) async throws {
    try await withVault(.inProcess) { site, browser, _ in
      let before = try await browser.request("POST", "/count", from: site)
      #expect(before.report == VaultReport(count: 2))
      let answer = try await site.send(
        "POST", change.path, headers: [("Cookie", browser.cookieHeader)],
        body: String(repeating: "x", count: 300_000))
      #expect(answer.status == change.status)
      let report = try await browser.request("GET", "/report", from: site).report
      #expect(report == VaultReport(count: 2))
    }
  }
}
