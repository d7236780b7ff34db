import Cairn
import CairnSessions
import CairnTesting
import InMemoryLogging
import Logging
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// Servers behind a load balancer without sticky sessions, whose session stores may be separate.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct SeparateStoresTests {
  private let log = InMemoryLogHandler()

  /// Sends each form to another server than the previous request.
  private final class Alternating: BrowserTransport {
    private let transports: [InProcessTransport]
    private let next = Atomic(0)

    init(_ servers: [Server]) { transports = servers.map { InProcessTransport($0) } }

    func send(_ request: BrowserRequest) async throws -> BrowserResponse {
      if request.method == "POST" { next.add(1, ordering: .relaxed) }
      let index = next.load(ordering: .relaxed) % transports.count
      return try await transports[index].send(request)
    }
  }

  private func server(_ store: any SessionStore) throws -> Server {
    var settings = ServerSettings()
    settings.port = 0
    settings.secretBytes = Array("the secret that all of the servers share".utf8)
    return try Server(
      settings: settings, sessions: store, logger: Logger(label: "test") { [log] _ in log }
    ) {
      Mount("/vault", VaultApp.self)
    }
  }

  /// The messages that advise to share a store.
  private var advice: [String] {
    log.entries.filter { $0.level == .warning }.map(\.message.description)
      .filter { $0.contains("sticky sessions") }
  }

  private func readiness(of server: Server) async throws -> String {
    let response = try await InProcessTransport(server).send(BrowserRequest(target: "/~ready"))
    #expect(response.status == 200)
    return response.text
  }

  @Test func `Separate stores are named in the log and in the readiness check`() async throws {
    let servers = try (0..<2).map { _ in try server(MemorySessionStore()) }
    for server in servers { try server.start() }
    let browser = Browser(Alternating(servers))
    try await browser.open("/vault")
    for _ in 0..<4 { try await browser.click("Count") }
    #expect(advice.isEmpty)
    for server in servers { #expect(try await readiness(of: server) == "ok\n") }
    for _ in 0..<6 { try await browser.click("Count") }
    #expect(!advice.isEmpty)
    for server in servers {
      let text = try await readiness(of: server)
      #expect(text == "ok\nwarning: the servers seem to have separate session stores\n")
      await server.stop()
    }
  }

  @Test func `A shared store isn't mistaken for separate ones`() async throws {
    let store = MemorySessionStore()
    let servers = try (0..<2).map { _ in try server(store) }
    let browser = Browser(Alternating(servers))
    try await browser.open("/vault")
    for _ in 0..<10 { try await browser.click("Count") }
    try await browser.click("Sign out")
    for _ in 0..<4 { try await browser.click("Count") }
    #expect(advice.isEmpty)
  }

  @Test func `A restart that loses the sessions isn't mistaken for another server`() async throws {
    let transport = InProcessTransport(try server(MemorySessionStore()))
    let browsers = (0..<5).map { _ in Browser(transport) }
    for browser in browsers {
      try await browser.open("/vault")
      try await browser.click("Count")
    }
    let restarted = InProcessTransport(try server(MemorySessionStore()))
    for browser in browsers {
      let form = try #require(browser.submission).request
      _ = try await restarted.send(form)
    }
    #expect(advice.isEmpty)
  }
}
