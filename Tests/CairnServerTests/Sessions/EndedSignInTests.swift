import CairnServer
import CairnTesting
import Testing
import Ways

/// A sign-in ends on a server, while its session is in the memory of another server that shares the store.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct EndedSignInTests {
  private let store = BrokenStore(isShared: true)

  /// Runs a test in which a browser sends its requests to the second server, after another browser of the same user has
  /// ended its session on the first server.
  /// - Parameter test: A test with the browser, with the other browser, and with the servers.
  private func withEndedSignIn(
    _ test: (_ browser: Browser, _ other: Browser, _ servers: Balancer) async throws -> Void
  ) async throws {
    let servers = Balancer(
      try (0..<2).map { _ in
        try TestServer(sessions: store) { try vaultServer($0, sessions: $1) }
      })
    let (browser, other) = (Browser(servers), Browser(servers))
    for browser in [browser, other] {
      try await browser.open("/vault")
      try await browser.click("Sign in")
    }
    servers.turn(to: 1)
    try await browser.click("Count")
    #expect(browser.shown("Owner") == "ann")
    servers.turn(to: 0)
    try await other.click("End others")
    #expect(other.shown("Owner") == "ann")
    servers.turn(to: 1)
    try await test(browser, other, servers)
  }

  @Test func `A page isn't made from the ended session`() async throws {
    try await withEndedSignIn { browser, _, _ in
      try await browser.reload()
      #expect(browser.shown("Owner") == "none")
      #expect(browser.shown("User") == "nobody")
      #expect(browser.shown("Count") == "0")
      #expect(browser.shown("Own") == "0")
    }
  }

  @Test func `A form of the ended session isn't processed`() async throws {
    try await withEndedSignIn { browser, other, servers in
      try await browser.click("End all")
      #expect(browser.shown("Owner") == "none")
      servers.turn(to: 0)
      try await other.reload()
      #expect(other.shown("Owner") == "ann")
    }
  }

  @Test func `A form of a later page is processed in an empty session`() async throws {
    try await withEndedSignIn { browser, _, servers in
      servers.turn(to: 0)
      try await browser.open("/vault")
      #expect(browser.shown("Owner") == "none")
      // This server still has the ended session in memory.
      servers.turn(to: 1)
      try await browser.click("Count")
      #expect(browser.notice == nil)
      #expect(browser.shown("Owner") == "none")
      #expect(browser.shown("Count") == "1")
    }
  }

  @Test(arguments: [false, true])
  func `Another session with the ID isn't mistaken for the ended one`(usesEndpoint: Bool)
    async throws
  {
    try await withEndedSignIn { browser, _, servers in
      servers.turn(to: 0)
      try await browser.open("/vault")
      try await browser.click("Count")
      // This server still has the ended session in memory.
      servers.turn(to: 1)
      if usesEndpoint {
        let answer = try await browser.request("GET", "/report", from: servers)
        #expect(answer.report == VaultReport(count: 1))
      }
      try await browser.reload()
      #expect(browser.shown("Owner") == "none")
      #expect(browser.shown("User") == "nobody")
      #expect(browser.shown("Count") == "1")
    }
  }

  @Test func `An endpoint doesn't get values of the ended session`() async throws {
    try await withEndedSignIn { browser, _, servers in
      let answer = try await browser.request("GET", "/report", from: servers)
      #expect(answer.report == VaultReport())
    }
  }

  @Test func `A signed-in user sees no page if the store can't be read`() async throws {
    try await withEndedSignIn { _, other, servers in
      servers.turn(to: 0)
      store.fail(loads: true)
      try await other.reload()
      #expect(other.status == 503)
      store.fail()
      try await other.reload()
      #expect(other.shown("Owner") == "ann")
    }
  }
}
