import CairnDependencies
import CairnSessions
import CairnTesting
import InMemoryLogging
import Logging
import Synchronization
import Testing
import Ways

@testable import CairnServer

@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct HealthCheckTests {
  private func ask(
    _ server: Server, method: String = "GET", target: String = "/~health"
  ) async throws -> BrowserResponse {
    try await InProcessTransport(server).send(BrowserRequest(method: method, target: target))
  }

  @Test func `A working server is healthy`() async throws {
    let server = try sampleServer()
    let answer = try await ask(server)
    #expect(answer.status == 200)
    #expect(answer.text == "ok\n")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("Set-Cookie") == nil)
    #expect(try await ask(server, method: "HEAD").status == 200)
    #expect(try await ask(server, method: "POST").status == 403)
    #expect(server.sessionCount == 0)
  }

  @Test(arguments: ["/~unknown", "/~unknown/health", "/~Health", "/~%68ealth", "/~-?a=1"])
  func `An unknown path of the server doesn't reach an application`(target: String) async throws {
    let server = try Server {
      $0.probe = Probe()
    } mounts: {
      Mount("/", SampleApp.self)
    }
    let answer = try await ask(server, target: target)
    #expect(answer.status == 404)
    #expect(answer.header("Set-Cookie") == nil)
    // The page is the one for a path without an application.
    let unknown = try await ask(sampleServer(), target: "/unknown")
    #expect(answer.text == unknown.text)
    #expect(server.sessionCount == 0)
    // Locations can begin with these segments.
    for path in ["/~~unknown", "/~", "/~."] {
      let page = try await ask(server, target: path)
      #expect(page.text != unknown.text, "\(path)")
    }
  }

  @Test func `A health check with another host's name is rejected`() async throws {
    let request = BrowserRequest(target: "/~health", headers: [("Host", "evil.example")])
    #expect(try await InProcessTransport(sampleServer()).send(request).status == 421)
  }

  @Test func `The health check reports a store that can't be read`() async throws {
    let store = BrokenStore()
    let server = try Server(sessions: store) { Mount("/sample", SampleApp.self) }
    store.fail(loads: true)
    let answer = try await ask(server)
    #expect(answer.status == 503)
    #expect(answer.text == "the session store is failing\n")
    store.fail()
    #expect(try await ask(server).status == 200)
  }

  @Test func `The health check reports a store that can't be written`() async throws {
    let store = BrokenStore()
    let server = try Server(sessions: store) {
      $0.probe = Probe()
    } mounts: {
      Mount("/sample", SampleApp.self)
    }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/sample")
    store.fail(commits: true)
    try? await browser.click("Load")
    #expect(try await ask(server).status == 503)
    store.fail()
    try await browser.open("/sample")
    try await browser.click("Load")
    #expect(try await ask(server).status == 200)
  }

  @Test func `A failure of the store is forgotten after ten seconds`() async throws {
    let time = Mutex(ContinuousClock.now)
    let broken = BrokenStore()
    let store = WatchedStore(broken) { time.withLock { $0 } }
    broken.fail(commits: true)
    let transaction = SessionTransaction(session: StoredSession.ID(bits: 1), time: .now)
    await #expect(throws: SessionStoreError.self) { try await store.commit(transaction) }
    #expect(store.isFailing)
    time.withLock { $0 += .seconds(9) }
    #expect(store.isFailing)
    time.withLock { $0 += .seconds(1) }
    #expect(!store.isFailing)
  }

  @Test(arguments: ["/~health", "/~ready"])
  func `A stopping server is unhealthy`(target: String) async throws {
    let server = try sampleServer()
    await server.stop()
    let answer = try await ask(server, target: target)
    #expect(answer.status == 503)
    #expect(answer.text == "stopping\n")
  }

  /// Returns a server with a store and checks, and starts it.
  private func started(
    _ store: any SessionStore = MemorySessionStore(), checks: [HealthCheck] = []
  ) throws -> Server {
    var settings = ServerSettings()
    settings.port = 0
    let server = try Server(settings: settings, sessions: store, checks: checks) {
      Mount("/plain", PlainApp.self)
    }
    try server.start()
    return server
  }

  @Test func `A server is ready when it has started`() async throws {
    let waiting = try sampleServer()
    let early = try await ask(waiting, target: "/~ready")
    #expect(early.status == 503)
    #expect(early.text == "starting\n")
    #expect(try await ask(waiting).status == 200)

    let server = try started()
    let answer = try await ask(server, target: "/~ready")
    #expect(answer.status == 200)
    #expect(answer.text == "ok\n")
    #expect(answer.header("Cache-Control") == "no-store")
    await server.stop()
  }

  @Test func `A server keeps serving in its drain period, but isn't ready`() async throws {
    let clock = TestClock()
    let log = InMemoryLogHandler()
    var settings = ServerSettings()
    settings.port = 0
    settings.drainPeriod = .seconds(20)
    let server = try Server(settings: settings, logger: Logger(label: "test") { _ in log }) {
      $0.continuousClock = clock
    } mounts: {
      Mount("/plain", PlainApp.self)
    }
    try server.start()
    let isStopped = Atomic(false)
    let stopping = Task {
      await server.stop()
      isStopped.store(true, ordering: .releasing)
    }
    while try await ask(server, target: "/~ready").status == 200 { await Task.yield() }
    #expect(try await ask(server, target: "/~ready").text == "stopping\n")
    #expect(try await ask(server).text == "ok\n")
    let page = try await SocketTransport(port: server.port).send(BrowserRequest(target: "/plain"))
    #expect(page.status == 200)
    let isEarly = isStopped.load(ordering: .acquiring)
    #expect(!isEarly)
    while !isStopped.load(ordering: .acquiring) {
      await clock.advance(by: .seconds(1))
      await Task.yield()
    }
    await stopping.value
    #expect(try await ask(server).text == "stopping\n")
    let messages = log.entries.filter { $0.level == .info }.dropFirst()
    #expect(messages.map(\.message.description) == ["Draining", "Drained", "Stopped"])
    #expect(messages.first?.metadata["period"] == "20.0 seconds")
  }

  @Test func `A second call ends the drain period`() async throws {
    var settings = ServerSettings()
    settings.port = 0
    settings.drainPeriod = .seconds(20)
    let server = try Server(settings: settings) {
      $0.continuousClock = TestClock()
    } mounts: {
      Mount("/plain", PlainApp.self)
    }
    try server.start()
    let stopping = Task { await server.stop() }
    while try await ask(server, target: "/~ready").status == 200 { await Task.yield() }
    await server.stop()
    await stopping.value
    #expect(try await ask(server).text == "stopping\n")
  }

  @Test func `Only readiness depends on the application's checks`() async throws {
    struct Closed: Error {}
    let server = try started(checks: [
      HealthCheck("database") { throw Closed() }, HealthCheck("disk") {},
      HealthCheck("mail") { throw Closed() },
    ])
    let answer = try await ask(server, target: "/~ready")
    #expect(answer.status == 503)
    #expect(answer.text == "failed: database, mail\n")
    #expect(try await ask(server).status == 200)
    await server.stop()
  }

  @Test func `A server whose store fails isn't ready`() async throws {
    let store = BrokenStore()
    let server = try started(store)
    store.fail(loads: true)
    let answer = try await ask(server, target: "/~ready")
    #expect(answer.status == 503)
    #expect(answer.text == "the session store is failing\n")
    await server.stop()
  }
}
