import Cairn
import CairnSecurity
import CairnSessions
import CairnTesting
import Foundation
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// Endpoints that use the session of their visitor.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct VisitorSessionTests {
  /// Runs a test with a server and a browser that has opened a page and counted once.
  private func withVault(
    _ way: EndpointWay, settings: ServerSettings = ServerSettings(),
    sessions: any SessionStore = MemorySessionStore(), gate: VaultGate = VaultGate(),
    _ test: (any BrowserTransport, Browser, Server) async throws -> Void
  ) async throws {
    var settings = settings
    settings.port = 0
    let server = try vaultServer(settings, sessions: sessions, gate: gate)
    if way == .socket { try server.start() }
    let site: any BrowserTransport =
      way == .socket ? SocketTransport(port: server.port) : InProcessTransport(server)
    do {
      let browser = Browser(site)
      try await browser.open("/vault")
      try await browser.click("Count")
      try await test(site, browser, server)
    } catch {
      if way == .socket { await server.stop() }
      throw error
    }
    if way == .socket { await server.stop() }
  }

  @Test(arguments: EndpointWay.allCases)
  func `An endpoint reads the values of its visitor`(way: EndpointWay) async throws {
    try await withVault(way) { site, browser, _ in
      let own = try await browser.request("GET", "/report", from: site)
      #expect(own.report == VaultReport(count: 1))
      #expect(own.header("Cache-Control") == "private, no-store")
      #expect(own.header("Set-Cookie") == nil)
      let other = try await site.send("GET", "/report")
      #expect(other.report == VaultReport())
    }
  }

  @Test func `Reading doesn't create a session`() async throws {
    let server = try vaultServer()
    let site = InProcessTransport(server)
    let first = try await site.send("GET", "/report")
    #expect(first.report == VaultReport())
    #expect(first.header("Set-Cookie") == nil)
    // A browser that has only opened a page has a cookie, but no session either.
    let browser = Browser(site)
    try await browser.open("/vault")
    #expect(try await browser.request("GET", "/report", from: site).report == VaultReport())
    #expect(try await browser.request("GET", "/own", from: site).status == 401)
    #expect(try await browser.request("POST", "/report", from: site).report == VaultReport())
    #expect(server.sessionCount == 0)
  }

  @Test(arguments: EndpointWay.allCases)
  func `A changed value is on the pages of the session`(way: EndpointWay) async throws {
    try await withVault(way) { site, browser, _ in
      let answer = try await browser.request("POST", "/count", from: site)
      #expect(answer.report == VaultReport(count: 2))
      #expect(answer.header("Set-Cookie") == nil)
      try await browser.reload()
      #expect(browser.shown("Count") == "2")
      try await browser.click("Count")
      #expect(browser.shown("Count") == "3")
    }
  }

  @Test func `A changed value is stored before the response`() async throws {
    let store = MemorySessionStore()
    var settings = ServerSettings()
    settings.secretBytes = RandomToken.bytes(ServerSecret.minimumLength)
    let server = try vaultServer(settings, sessions: store)
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/vault")
    try await browser.click("Count")
    let cookie = browser.cookieHeader
    for path in ["/count", "/refused"] {
      let site = Bearer(InProcessTransport(server), cookie: cookie)
      _ = try await site.send("POST", path)
    }
    server.abandon()
    let next = InProcessTransport(try vaultServer(settings, sessions: store))
    let report = try await Bearer(next, cookie: cookie).send("GET", "/report").report
    #expect(report == VaultReport(count: 3))
  }

  @Test func `An open page gets the change of another tab`() async throws {
    try await withVault(.socket) { _, _, server in
      let site = SocketTransport(port: server.port)
      let script = try await PatchingScript(site, at: "/vault")
      let button = try #require(try script.browser.control("Count")["value"])
      _ = try await script.post([("~tap", button)])
      let stream = try await EventStream(of: script.browser, at: server.port)
      let other = Browser(Bearer(site, ofCookie: script.browser))
      try await other.open("/vault")
      try await other.click("Count")
      #expect(other.shown("Count") == "2")
      var patch: PatchingScript.Answer
      repeat {
        let event = try await stream.next()
        #expect(event.first == script.sceneID)
        patch = script.take(event.dropFirst().joined(separator: "\n"))
      } while !patch.text.contains("Count: 2")
      #expect(patch.from == script.lastDigest)
    }
  }

  @Test func `An open page gets the change`() async throws {
    try await withVault(.socket) { _, _, server in
      let site = SocketTransport(port: server.port)
      let script = try await PatchingScript(site, at: "/vault")
      let stream = try await EventStream(of: script.browser, at: server.port)
      let button = try #require(try script.browser.control("Count")["value"])
      _ = try await script.post([("~tap", button)])
      _ = try await script.browser.request("POST", "/count", from: site)
      var patch: PatchingScript.Answer
      repeat {
        let event = try await stream.next()
        #expect(event.first == script.sceneID)
        patch = script.take(event.dropFirst().joined(separator: "\n"))
      } while !patch.text.contains("Count: 2")
      #expect(patch.from == script.lastDigest)
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `A visitor whose first request changes a value gets a session`(
    way: EndpointWay
  ) async throws {
    try await withVault(way) { site, _, server in
      let answer = try await site.send("POST", "/count")
      #expect(answer.report == VaultReport(count: 1))
      #expect(answer.header("Cache-Control") == "private, no-store")
      let cookie = try #require(answer.header("Set-Cookie")).prefix { $0 != ";" }
      #expect(server.sessionCount == 2)
      let visitor = Bearer(site, cookie: String(cookie))
      #expect(try await visitor.send("POST", "/count").report == VaultReport(count: 2))
      let browser = Browser(visitor)
      try await browser.open("/vault")
      #expect(browser.shown("Count") == "2")
    }
  }

  // MARK: Values that aren't Codable

  @Test(arguments: EndpointWay.allCases)
  func `A value that isn't Codable is kept in memory`(way: EndpointWay) async throws {
    try await withVault(way) { site, browser, server in
      let answer = try await browser.request("POST", "/guest", from: site)
      #expect(answer.report == VaultReport(count: 1, guest: "carl"))
      let report = try await browser.request("GET", "/report", from: site).report
      #expect(report == VaultReport(count: 1, guest: "carl"))
      // A visitor without a session gets one for it.
      let first = try await site.send("POST", "/guest")
      let cookie = String(try #require(first.header("Set-Cookie")).prefix { $0 != ";" })
      #expect(
        try await Bearer(site, cookie: cookie).send("GET", "/report").report
          == VaultReport(guest: "carl"))
      #expect(server.sessionCount == 2)
    }
  }

  // MARK: Requests at the same time

  @Test func `Changes of a running endpoint are neither visible nor stored`() async throws {
    let gate = VaultGate()
    let store = MemorySessionStore()
    var settings = sharedSettings()
    // The cookie's name contains the port, and all servers of this test have this one.
    settings.port = 0
    try await withVault(.inProcess, settings: settings, sessions: store, gate: gate) {
      [settings] site, browser, _ in
      let cookie = browser.cookieHeader
      async let slow = Bearer(site, cookie: cookie).send("POST", "/count-slowly")
      await gate.isReached()
      try await browser.reload()
      #expect(browser.shown("Count") == "1")
      // This stores other changes of the session.
      let note = try await site.send("POST", "/note", headers: [("Cookie", cookie)], body: "new")
      #expect(note.report == VaultReport(count: 1, note: "new"))
      let next = InProcessTransport(try vaultServer(settings, sessions: store))
      let stored = try await Bearer(next, cookie: cookie).send("GET", "/report").report
      #expect(stored == VaultReport(count: 1, note: "new"))
      gate.open()
      let answer = try await slow
      #expect(answer.status == 200)
      #expect(answer.report == VaultReport(count: 2))
      let report = try await browser.request("GET", "/report", from: site).report
      #expect(report == VaultReport(count: 2, note: "new"))
    }
  }

  @Test func `If a page changes the same value, the endpoint's change is discarded`()
    async throws
  {
    let gate = VaultGate()
    try await withVault(.inProcess, gate: gate) { site, browser, _ in
      let cookie = browser.cookieHeader
      async let slow = Bearer(site, cookie: cookie).send("POST", "/count-slowly")
      await gate.isReached()
      try await browser.click("Count")
      gate.open()
      let answer = try await slow
      #expect(answer.status == 409)
      let report = try await browser.request("GET", "/report", from: site).report
      #expect(report == VaultReport(count: 2))
    }
  }

  @Test(arguments: [("/note", 200), ("/count", 409)])
  func `First requests at the same time have one session`(
    other: (path: String, status: Int)
  ) async throws {
    let gate = VaultGate()
    let server = try vaultServer(gate: gate)
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/vault")
    let site = Bearer(InProcessTransport(server), ofCookie: browser)
    async let slow = site.send("POST", "/count-slowly")
    await gate.isReached()
    let answer = try await site.send("POST", other.path, body: "new")
    #expect(answer.status == 200)
    #expect(answer.header("Set-Cookie") == nil)
    gate.open()
    let status = try await slow.status
    #expect(status == other.status)
    let report = try await site.send("GET", "/report").report
    #expect(report?.count == 1)
    #expect(report?.note == (other.status == 200 ? "new" : nil))
    #expect(server.sessionCount == 1)
  }

  // MARK: Owners

  @Test(arguments: EndpointWay.allCases)
  func `An endpoint that requires an owner rejects others`(way: EndpointWay) async throws {
    try await withVault(way) { site, browser, _ in
      let problem = try await browser.request("GET", "/own", from: site)
      #expect(problem.status == 401)
      #expect(problem.header("Content-Type") == "application/problem+json")
      let redirect = try await browser.request("GET", "/page", from: site)
      #expect(redirect.status == 303)
      #expect(redirect.header("Location") == "/vault")
      try await browser.click("Sign in")
      for path in ["/own", "/page"] {
        let answer = try await browser.request("GET", path, from: site)
        #expect(answer.status == 200)
        #expect(answer.report == VaultReport(count: 1, user: "ann", owner: "ann"))
      }
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `An endpoint signs in, and the session gets another cookie`(
    way: EndpointWay
  ) async throws {
    try await withVault(way) { site, browser, _ in
      let old = browser.cookieHeader
      let answer = try await browser.request("GET", "/return?user=bea", from: site)
      #expect(answer.status == 303)
      let cookie = String(try #require(answer.header("Set-Cookie")).prefix { $0 != ";" })
      #expect(cookie != old)
      let report = try await Bearer(site, cookie: cookie).send("GET", "/own").report
      #expect(report == VaultReport(count: 1, user: "bea", owner: "bea"))
      #expect(try await Bearer(site, cookie: old).send("GET", "/own").status == 401)
    }
  }

  @Test func `A visitor without a session can sign in with an endpoint`() async throws {
    try await withVault(.inProcess) { site, _, _ in
      let answer = try await site.send("GET", "/return?user=bea")
      #expect(answer.headerValues("Set-Cookie").count == 1)
      let cookie = String(try #require(answer.header("Set-Cookie")).prefix { $0 != ";" })
      let report = try await Bearer(site, cookie: cookie).send("GET", "/own").report
      #expect(report == VaultReport(user: "bea", owner: "bea"))
    }
  }

  @Test func `An endpoint signs out, and the session ends`() async throws {
    try await withVault(.inProcess) { site, browser, server in
      try await browser.click("Sign in")
      let answer = try await browser.request("POST", "/sign-out", from: site)
      #expect(answer.status == 204)
      #expect(answer.header("Clear-Site-Data") == "\"cache\"")
      #expect(answer.header("Set-Cookie") != nil)
      #expect(try await browser.request("GET", "/own", from: site).status == 401)
      #expect(try await browser.request("GET", "/report", from: site).report == VaultReport())
      #expect(server.sessionCount == 0)
    }
  }

  @Test func `A request that began before a sign-in has the session from before`() async throws {
    let gate = VaultGate()
    try await withVault(.inProcess, gate: gate) { site, browser, _ in
      let cookie = browser.cookieHeader
      async let slow = Bearer(site, cookie: cookie).send("GET", "/slow")
      await gate.isReached()
      try await browser.click("Sign in")
      gate.open()
      let answer = try await slow
      #expect(answer.report == VaultReport(count: 1))
      #expect(answer.header("Set-Cookie") == nil)
    }
  }

  @Test(arguments: ["/count-slowly", "/slowly-count", "/slow-sign-in", "/slow-sign-out"])
  func `A change by a request that began before a sign-in is discarded`(
    path: String
  ) async throws {
    let gate = VaultGate()
    let store = MemorySessionStore()
    try await withVault(.inProcess, sessions: store, gate: gate) { site, browser, server in
      let cookie = browser.cookieHeader
      async let slow = Bearer(site, cookie: cookie).send("POST", path)
      await gate.isReached()
      try await browser.click("Sign in")
      gate.open()
      let answer = try await slow
      #expect(answer.status == 409)
      #expect(answer.header("Set-Cookie") == nil)
      #expect(!answer.text.contains("ann"))
      let report = try await browser.request("GET", "/own", from: site).report
      #expect(report == VaultReport(count: 1, user: "ann", owner: "ann"))
      // The session continues as usual.
      try await browser.click("Count")
      #expect(browser.shown("Count") == "2")
      #expect(server.sessionCount == 1)
      #expect(store.counts.sessions == 1)
    }
  }

  @Test func `All sessions of a user end, also if the user has just signed in`() async throws {
    let gate = VaultGate()
    let store = MemorySessionStore()
    try await withVault(.inProcess, sessions: store, gate: gate) { site, browser, _ in
      let cookie = browser.cookieHeader
      async let slow = Bearer(site, cookie: cookie).send("POST", "/slow-end")
      await gate.isReached()
      try await browser.click("Sign in")
      gate.open()
      let answer = try await slow
      #expect(answer.status == 204)
      #expect(try await browser.request("GET", "/own", from: site).status == 401)
      #expect(store.counts.sessions == 0)
    }
  }

  @Test func `A change with the cookie from before a sign-in is a conflict`() async throws {
    let store = MemorySessionStore()
    let clock = IdleClock()
    var settings = ServerSettings()
    settings.idleClock = clock
    try await withVault(.inProcess, settings: settings, sessions: store) { site, browser, _ in
      let old = Bearer(site, ofCookie: browser)
      try await browser.click("Sign in")
      for path in ["/count", "/hook"] {
        let answer = try await old.send("POST", path)
        #expect(answer.status == 409)
        #expect(answer.header("Set-Cookie") == nil)
      }
      #expect(try await old.send("GET", "/report").report == VaultReport())
      #expect(store.counts.sessions == 1)
      // After that time, the browser can't have got the new cookie, and begins a new session.
      clock.advance(by: .seconds(61))
      #expect(try await old.send("POST", "/count").report == VaultReport(count: 1))
      let report = try await browser.request("GET", "/own", from: site).report
      #expect(report == VaultReport(count: 1, user: "ann", owner: "ann"))
    }
  }

  @Test func `A change with the cookie from before a sign-out by an endpoint is a conflict`()
    async throws
  {
    let store = MemorySessionStore()
    try await withVault(.inProcess, sessions: store) { site, browser, _ in
      let old = Bearer(site, ofCookie: browser)
      #expect(try await old.send("POST", "/sign-out").status == 204)
      let answer = try await old.send("POST", "/count")
      #expect(answer.status == 409)
      #expect(answer.header("Set-Cookie") == nil)
      #expect(try await old.send("GET", "/report").report == VaultReport())
      #expect(store.counts.sessions == 0)
    }
  }

  // MARK: Other servers

  /// The settings of servers that share a store.
  private func sharedSettings() -> ServerSettings {
    var settings = ServerSettings()
    settings.secretBytes = RandomToken.bytes(ServerSecret.minimumLength)
    return settings
  }

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

  // MARK: Other sites

  @Test(
    arguments: [
      [("Origin", "https://evil.example")], [("Sec-Fetch-Site", "same-site")], [],
    ], EndpointWay.allCases)
  func `A request of another site has no session`(
    headers: [(String, String)], way: EndpointWay
  ) async throws {
    try await withVault(way) { site, browser, server in
      let cookie = browser.cookieHeader
      let answer = try await site.send(
        "POST", "/hook", headers: headers + [("Cookie", cookie)], isOwn: false)
      #expect(answer.status == 200)
      #expect(answer.report == VaultReport(count: 1))
      #expect(answer.header("Set-Cookie") == nil)
      let report = try await browser.request("GET", "/report", from: site).report
      #expect(report == VaultReport(count: 1))
      #expect(server.sessionCount == 1)
      let own = try await browser.request("POST", "/hook", from: site)
      #expect(own.report?.count == 2)
      #expect(own.header("Set-Cookie") != nil)
    }
  }

  // MARK: Stores

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

  // MARK: Declarations

  @Test func `An endpoint that isn't declared with a session has none`() async throws {
    try await withVault(.inProcess) { site, browser, _ in
      let reports = Mutex<[VaultReport?]>([])
      try await withKnownIssue {
        for _ in 1...2 {
          let answer = try await browser.request("POST", "/undeclared", from: site)
          reports.withLock { $0.append(answer.report) }
        }
      } matching: { issue in
        issue.description.contains("Add 'withSession()' to the endpoint.")
      }
      #expect(reports.withLock { $0 } == [VaultReport(count: 1), VaultReport(count: 1)])
      let report = try await browser.request("GET", "/report", from: site).report
      #expect(report == VaultReport(count: 1))
    }
  }

  @Test func `A lost change of a value that isn't Codable is reported, too`() async throws {
    try await withVault(.inProcess) { site, browser, _ in
      try await withKnownIssue {
        _ = try await browser.request("POST", "/undeclared-guest", from: site)
      } matching: { issue in
        issue.description.contains("Add 'withSession()' to the endpoint.")
      }
      let report = try await browser.request("GET", "/report", from: site).report
      #expect(report == VaultReport(count: 1))
    }
  }
}
