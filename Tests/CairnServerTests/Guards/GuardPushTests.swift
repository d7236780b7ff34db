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
  private func withServer(
    _ store: any SessionStore = MemorySessionStore(), gate: VaultGate = VaultGate(),
    settleLimit: Duration? = nil, _ body: (Server) async throws -> Void
  ) async throws {
    var settings = ServerSettings()
    settings.port = 0
    settings.settleLimit = settleLimit
    let server = try Server(settings: settings, sessions: store) {
      $0.gate = gate
    } mounts: {
      Mount("/closing", ClosingVaultApp.self)
      Mount("/late", LateSignInApp.self)
    }
    try server.start()
    do {
      try await body(server)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test func `An open page shows that a guard has closed`() async throws {
    try await withServer { server in
      let script = try await PatchingScript(SocketTransport(port: server.port), at: "/closing")
      let stream = try await EventStream(of: script.browser, at: server.port)
      let button = try #require(try script.browser.control("Count")["value"])
      _ = try await script.post([("~tap", button)])
      let other = script.browser.newTab()
      try await other.open("/closing")
      try await other.click("Count")
      #expect(other.text.contains("Closed for today"))
      var patch: PatchingScript.Answer
      repeat {
        let event = try await stream.next()
        patch = script.take(event.dropFirst().joined(separator: "\n"))
        #expect(!patch.text.contains("Count: 2"))
      } while !patch.text.contains("Closed for today")
      #expect(!patch.text.contains("Session:"))
    }
  }

  @Test(arguments: [false, true])
  func `All tabs learn that a late sign-in has opened a guard`(isBusy: Bool) async throws {
    let gate = VaultGate()
    try await withServer(gate: gate) { server in
      let site = SocketTransport(port: server.port)
      let browser = Browser(site)
      let other = browser.newTab()
      for tab in [browser, other] {
        try await tab.open("/late")
        try await tab.click("Count")
      }
      try await browser.click("Sign in")
      await gate.isReached()
      // Another form, such as one with typed text, may arrive in the meantime.
      if isBusy { try await browser.click("Count") }
      var tabs: [(PatchingScript, EventStream)] = []
      for tab in [browser, other] {
        let script = try await PatchingScript(site, at: tab.location, in: tab)
        _ = try await script.get()
        tabs.append((script, try await EventStream(of: tab, at: server.port)))
      }
      gate.open()
      for (script, stream) in tabs {
        var patch: PatchingScript.Answer
        repeat {
          let event = try await stream.next()
          patch = script.take(event.dropFirst().joined(separator: "\n"))
        } while !patch.text.contains("Gold of ann")
      }
    }
  }

  /// Without the script, a page loads itself again until it's complete.
  @Test(arguments: [false, true])
  func `A page isn't complete before the owner of a late sign-in is stored`(isFailing: Bool)
    async throws
  {
    let gate = VaultGate()
    let store = OwnerHoldingStore(isFailing: isFailing)
    // The responses don't wait for the store.
    try await withServer(store, gate: gate, settleLimit: .zero) { server in
      let browser = Browser(SocketTransport(port: server.port))
      try await browser.open("/late")
      try await browser.click("Sign in")
      gate.open()
      let release = try #require(await store.held.first { _ in true })
      try await browser.reload()
      #expect(browser.heading == "Vault")
      #expect(browser.refreshDelay != nil)
      release()
      try await browser.reload()
      #expect(browser.refreshDelay == nil)
      #expect(browser.text.contains("Gold of ann") == !isFailing)
      #expect((browser.heading == "Vault") == isFailing)
    }
  }
}

/// A store that holds each owner that's stored without a submission, until a test releases it.
private final class OwnerHoldingStore: CommitStore {
  let base = MemorySessionStore()
  /// The closures that release the held owners.
  let held: AsyncStream<@Sendable () -> Void>
  private let continuation: AsyncStream<@Sendable () -> Void>.Continuation
  private let isFailing: Bool

  init(isFailing: Bool = false) {
    self.isFailing = isFailing
    (held, continuation) = AsyncStream.makeStream()
  }

  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    base.load(query, completion: completion)
  }

  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    guard transaction.owner != nil, transaction.answer == nil else {
      return base.commit(transaction, completion: completion)
    }
    continuation.yield { [self] in
      guard isFailing else { return base.commit(transaction, completion: completion) }
      completion(
        .failure(
          SessionStoreError(
            .full, reason: "The disk is full.", recoverySuggestion: "Free some space.")))
    }
  }
}
