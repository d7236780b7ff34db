import CairnServer
import CairnSessions
import CairnTesting
import Testing
import Ways

/// Endpoints that run at the same time as other requests of their session.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct SimultaneousEndpointTests {
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
}
