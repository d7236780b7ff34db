import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing
import Ways

/// The streams of sessions that end somewhere else.
@Suite(.withoutScript(.requests)) struct EndedStreamTests {
  /// The buttons that end the session of Ann's first browser, and whether her second browser presses them.
  @Test(arguments: [("Sign out", false), ("End all", false), ("End others", true)])
  func `The stream of a session that ends is closed, and its pages show the new session`(
    button: String, isElsewhere: Bool
  ) async throws {
    var settings = ServerSettings()
    settings.port = 0
    let server = try Server(settings: settings) { Mount("/", VaultApp.self) }
    try server.start()
    do {
      try await end(by: button, isElsewhere, on: server)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private func end(by button: String, _ isElsewhere: Bool, on server: Server) async throws {
    let site = SocketTransport(port: server.port)
    let browser = Browser(site)
    try await browser.open("/")
    try await browser.click("Sign in")
    let tab = browser.newTab()
    let script = try await PatchingScript(site, at: "/", in: tab)
    let shown = try await script.get()
    #expect(shown.text.contains("Owner: ann"))
    let stream = try await EventStream(of: tab, at: server.port)
    var ender = browser.newTab()
    if isElsewhere {
      ender = Browser(site)
      try await ender.open("/")
      try await ender.click("Sign in")
    } else {
      try await ender.open("/")
    }
    try await ender.click(button)
    // The browser opens another stream, and then requests its pages.
    let error = await #expect(throws: POSIXError.self) {
      while true { _ = try await stream.next() }
    }
    #expect(error?.code == .ECONNRESET)
    _ = try await EventStream(of: tab, at: server.port)
    let after = try await script.get()
    #expect(after.isPatch && after.text.contains("Owner: none"))
    #expect(after.text.contains("User: nobody"))
  }
}
