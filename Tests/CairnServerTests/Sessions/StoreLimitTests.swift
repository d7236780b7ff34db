import CairnServer
import CairnSessions
import CairnTesting
import Testing
import Ways

/// Changes that are stored without a submission respect the server's limits.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct StoreLimitTests {
  private let gate = VaultGate()
  private let store = ShowingStore()
  private let limits = SessionLimits(
    scenesPerSession: 5, bytesPerSession: 2 << 20, sessions: 77, bytes: 3 << 20)

  private func browser() throws -> Browser {
    var settings = ServerSettings()
    settings.scenesPerSession = limits.scenesPerSession
    settings.maximumSessionSize = limits.bytesPerSession
    settings.maximumSessions = limits.sessions
    settings.maximumStoreSize = limits.bytes
    return Browser(
      InProcessTransport(
        try Server(settings: settings, sessions: store) { [gate] in
          $0.gate = gate
        } mounts: {
          Mount("/vault", VaultApp.self)
          Mount("/shared", SharedPasswordApp.self)
        }))
  }

  @Test func `A value that an effect changes is stored within the limits`() async throws {
    let browser = try browser()
    try await browser.open("/shared")
    try await browser.click("Sign in")
    gate.open()
    let change = await store.next { $0.writtenValues != nil && $0.answer == nil }
    #expect(change?.limits == limits)
    // The visible scene isn't evicted for this change.
    #expect(change?.touches == [try #require(store.all.first?.writes.first).mark])
  }

  @Test func `An owner that an effect sets is stored within the limits`() async throws {
    let browser = try browser()
    try await browser.open("/vault")
    try await browser.click("Sign in late")
    gate.open()
    let change = await store.next { $0.owner != nil && $0.answer == nil }
    #expect(change?.limits == limits)
    // The visible scene isn't evicted for this change.
    #expect(change?.touches == [try #require(store.all.first?.writes.first).mark])
  }

  @Test func `A scene that is evicted to store an owner leaves memory`() async throws {
    let store = ShowingStore { $0.owner != nil && $0.answer == nil ? $0.touches : [] }
    let server = try Server(sessions: store) { [gate] in
      $0.gate = gate
    } mounts: {
      Mount("/vault", VaultApp.self)
    }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/vault")
    try await browser.click("Sign in late")
    #expect(server.sceneCount == 1)
    gate.open()
    _ = await store.next { $0.owner != nil && $0.answer == nil }
    #expect(server.sceneCount == 0)
  }
}
