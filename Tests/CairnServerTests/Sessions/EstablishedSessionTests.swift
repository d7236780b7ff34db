import Cairn
import CairnSessions
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Which sessions are evicted last, and which lose something then.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct EstablishedSessionTests {
  @Test func `a session of one submission isn't established when it returns`() async throws {
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
    // The second one, which is the first that this server sees.
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
  func `a session loses what can't be stored`(path: String, isLost: Bool) async throws {
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
