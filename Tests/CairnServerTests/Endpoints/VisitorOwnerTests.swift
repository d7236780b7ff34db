import CairnSessions
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Endpoints that require an owner, sign in, or sign out.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct VisitorOwnerTests {
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
}
