import Cairn
import CairnSessions
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Sessions that are evicted last, and sessions that would lose state.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct EstablishedSessionTests {
  @Test func `A session with one submission isn't established when it returns`() async throws {
    let site = try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/vault", VaultApp.self) }
    }
    func isEstablished() -> Bool? { site.server.pages.sessions.all.first?.isEstablished }
    let browser = try await site.browser(at: "/vault")
    try await browser.click("Count")
    #expect(isEstablished() == false)
    try await site.restart()
    try await browser.open(browser.location)
    #expect(isEstablished() == false)
    // This is the session's second submission, and the first one that this server sees.
    try await browser.click("Count")
    #expect(isEstablished() == true)
    try await site.restart()
    try await browser.open(browser.location)
    #expect(isEstablished() == true)
  }

  private struct ButtonApp: App {
    var body: some Scene { WindowGroup { Button("Increment") {} } }
  }

  @Test(arguments: [
    (path: "/none", isLost: false), ("/stored", false), ("/part", true), ("/plain", true),
    ("/several", true),
  ])
  func `A session with state that can't be stored would lose it`(path: String, isLost: Bool)
    async throws
  {
    let server = try Server {
      Mount("/none", ButtonApp.self)
      Mount("/stored", StorageGapTests.StoredApp.self)
      Mount("/part", PartlyStoredApp.self)
      Mount("/plain", PlainApp.self)
      Mount("/several", StorageGapTests.TwoStoresApp.self)
    }
    let browser = Browser(InProcessTransport(server))
    try await browser.open(path)
    try await browser.click(path == "/plain" ? "Detail" : "Increment")
    #expect(server.sceneCount == 1)
    #expect(server.pages.sessions.all.first?.holdsUnstoredState == isLost)
  }
}
