import Cairn
import CairnServer
import CairnSessions
import CairnTesting
import Testing
import Ways

/// A vault that closes after two visits, in all tabs.
private struct ClosingVaultApp: App {
  let store = Store(initialState: Vault.State()) { Vault() }

  var body: some Scene {
    WindowGroup { VaultView(store: store) }
      .guarded { _ in
        store.count < 2
      } otherwise: {
        Text("Closed for today")
      }
  }
}

@Suite(.withoutScript(.requests)) struct GuardPushTests {
  @Test func `An open page shows that a guard has closed`() async throws {
    var settings = ServerSettings()
    settings.port = 0
    let server = try Server(settings: settings, sessions: MemorySessionStore()) {
      Mount("/vault", ClosingVaultApp.self)
    }
    try server.start()
    do {
      let site = SocketTransport(port: server.port)
      let script = try await PatchingScript(site, at: "/vault")
      let stream = try await EventStream(of: script.browser, at: server.port)
      let button = try #require(try script.browser.control("Count")["value"])
      _ = try await script.post([("~tap", button)])
      let other = script.browser.newTab()
      try await other.open("/vault")
      try await other.click("Count")
      #expect(other.text.contains("Closed for today"))
      var patch: PatchingScript.Answer
      repeat {
        let event = try await stream.next()
        patch = script.take(event.dropFirst().joined(separator: "\n"))
        #expect(!patch.text.contains("Count: 2"))
      } while !patch.text.contains("Closed for today")
      #expect(!patch.text.contains("Session:"))
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}
