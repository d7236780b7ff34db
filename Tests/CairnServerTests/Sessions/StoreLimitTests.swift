import CairnServer
import CairnSessions
import CairnTesting
import Testing
import Ways

/// What is stored by itself keeps the server's limits, as a submission does.
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

  @Test func aValueThatAnEffectChanges() async throws {
    let browser = try browser()
    try await browser.open("/shared")
    try await browser.click("Sign in")
    gate.open()
    let change = await store.next { $0.writtenValues != nil && $0.answer == nil }
    #expect(change?.limits == limits)
    // The scene on screen isn't evicted for it.
    #expect(change?.touches == [try #require(store.all.first?.writes.first).mark])
  }

  @Test func theOwnerThatAnEffectNotes() async throws {
    let browser = try browser()
    try await browser.open("/vault")
    try await browser.click("Sign in late")
    gate.open()
    let change = await store.next { $0.owner != nil && $0.answer == nil }
    #expect(change?.limits == limits)
    // The scene on screen isn't evicted for it.
    #expect(change?.touches == [try #require(store.all.first?.writes.first).mark])
  }

  @Test func `a scene that is evicted for an owner leaves memory`() async throws {
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
