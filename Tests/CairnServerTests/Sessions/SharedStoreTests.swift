import CairnServer
import CairnTesting
import Testing
import Ways

/// Two servers that share a store. The first one has an old copy of a session in memory.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct SharedStoreTests {
  private let store = BrokenStore(isShared: true)

  /// Runs a test in which a browser sends its requests to the first server, and has seen a change by the second one.
  /// - Parameter test: A test with the browser, with a tab that shows another page of the session, and with the servers.
  private func withOldCopy(
    _ test: (_ browser: Browser, _ tab: Browser, _ servers: Balancer) async throws -> Void
  ) async throws {
    let servers = Balancer(
      try (0..<2).map { _ in
        try TestServer(sessions: store) { try vaultServer($0, sessions: $1) }
      })
    let browser = Browser(servers)
    try await browser.open("/vault")
    try await browser.click("Count")
    let tab = browser.newTab()
    try await tab.open("/vault")
    servers.turn(to: 1)
    try await browser.click("Count")
    #expect(browser.shown("Own") == "2")
    servers.turn(to: 0)
    try await test(browser, tab, servers)
  }

  @Test func `A page isn't made from an old copy, even if the store can't be read`() async throws {
    try await withOldCopy { browser, _, _ in
      store.fail(loads: true)
      try await browser.reload()
      #expect(browser.status == 503)
      store.fail()
      try await browser.reload()
      #expect(browser.shown("Own") == "2")
      #expect(browser.shown("Count") == "2")
    }
  }

  @Test func `A form isn't processed with an old copy, even if the store can't be read`()
    async throws
  {
    try await withOldCopy { _, tab, _ in
      store.fail(loads: true)
      try await tab.click("Count")
      #expect(tab.status == 503)
      store.fail()
      try await tab.back()
      try await tab.click("Count")
      #expect(tab.shown("Own") == "1")
      #expect(tab.shown("Count") == "3")
    }
  }

  @Test func `An endpoint doesn't get old values, even if the store can't be read`() async throws {
    try await withOldCopy { browser, _, servers in
      store.fail(loads: true)
      #expect(try await browser.request("GET", "/report", from: servers).status == 503)
      store.fail()
      let answer = try await browser.request("GET", "/report", from: servers)
      #expect(answer.report == VaultReport(count: 2))
    }
  }

  @Test func `A page doesn't need the store if its copy isn't old`() async throws {
    try await withOldCopy { browser, _, _ in
      try await browser.reload()
      store.fail(loads: true)
      try await browser.reload()
      #expect(browser.status == 200)
      #expect(browser.shown("Own") == "2")
    }
  }
}
