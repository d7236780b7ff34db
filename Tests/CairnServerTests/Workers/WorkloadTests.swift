import CairnHTTP
import CairnSecurity
import CairnSessions
import CairnTesting
import Dispatch
import Glibc
import Logging
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// Slow work doesn't delay other work.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct WorkloadTests {
  private func withServer(
    _ mill: Mill, _ body: @Sendable (Server, SocketTransport) async throws -> Void
  ) async throws {
    var settings = ServerSettings()
    settings.port = 0
    let server = try Server(settings: settings) {
      $0.mill = mill
    } mounts: {
      Mount("/slow", SlowApp.self)
      Mount("/quick", QuickApp.self)
      Mount("/grinding", GrindingApp.self)
    }
    // A server renders each of its pages once when it starts.
    try server.start()
    mill.close()
    do {
      try await body(server, SocketTransport(port: server.port))
    } catch {
      mill.open()
      await server.stop()
      throw error
    }
    mill.open()
    await server.stop()
  }

  private func get(_ target: String, _ transport: SocketTransport) async throws -> BrowserResponse {
    try await transport.send(BrowserRequest(method: "GET", target: target))
  }

  @Test func `A slow page doesn't delay other pages`() async throws {
    let mill = Mill()
    try await withServer(mill) { server, transport in
      let slow = (0..<64).map { _ in Task { try await get("/slow", transport) } }
      await mill.arrived(1)
      // While slow pages are in progress, other pages get their responses, whether or not they were requested before.
      for _ in 0..<20 {
        let quick = try await get("/quick", transport)
        #expect(quick.text.contains("At once"))
      }
      let untried = try await get("/grinding", transport)
      #expect(untried.status == 200)
      mill.open()
      for task in slow {
        let answer = try await task.value
        #expect(answer.text.contains("At last"))
      }
    }
  }

  @Test func `A scene that doesn't return only blocks one worker`() async throws {
    let lines = LogLines()
    let mill = Mill()
    try await lines.take {
      try await withServer(mill) { server, transport in
        let workload = server.pages.workload
        let browser = Browser(transport)
        try await browser.open("/grinding")
        try await browser.click("Tap")
        let other = Browser(transport)
        try await other.open("/grinding")
        try await other.click("Tap")
        let target = browser.location

        let cookie = browser.cookies.map { "\($0.name)=\($0.value)" }.joined()
        let form = try #require(browser.topLayer?.node)
        let token = try #require(form.first("input", where: ["name": "~token"])?["value"])
        let tap = try #require(try browser.control("Grind")["value"])
        let post = BrowserRequest(
          method: "POST", target: target,
          headers: [
            ("Origin", transport.origin), ("Cookie", cookie),
            ("Content-Type", "application/x-www-form-urlencoded"),
          ],
          body: Array("~token=\(token)&~tap=\(tap)".utf8))
        let grinding = Task { try await transport.send(post) }
        await mill.arrived(1)
        @Sendable func reload() async throws -> BrowserResponse {
          try await transport.send(
            BrowserRequest(method: "GET", target: target, headers: [("Cookie", cookie)]))
        }
        // A request that comes soon afterward waits for its turn without a thread.
        let waiting = Task { try await reload() }
        while workload.waiting == 0 { await Task.yield() }
        workload.look(at: .now + .seconds(6))
        let refused = try await waiting.value
        #expect(refused.status == 503)
        #expect(refused.header("Retry-After") == "5")
        #expect(refused.text.contains("This page is busy"))
        let errors = lines.all.filter { $0.contains("blocks a worker") }
        #expect(errors.count == 1)
        #expect(errors.first?.contains("of /grinding, at /grinding has been running for") == true)
        workload.look(at: .now + .seconds(7))
        #expect(lines.all.filter { $0.contains("blocks a worker") }.count == 1, "reported once")

        // Other users aren't affected.
        try await other.click("Tap")
        #expect(other.text.contains("taps: 2"))

        mill.open()
        let answer = try await grinding.value
        #expect(answer.status == 303)
        try await browser.reload()
        #expect(browser.text.contains("Ground: 1, taps: 1"))
        #expect(lines.all.contains { $0.contains("finished after") })
      }
    }
  }

  @Test func `Turns are taken in order`() throws {
    let turns = SceneTurns()
    let key = SceneTurns.Key(session: SessionID(bits: 1), sceneID: try #require(.init("a")))
    let other = SceneTurns.Key(session: SessionID(bits: 1), sceneID: try #require(.init("b")))
    let received = Mutex<[String]>([])
    func take(_ name: String, at now: ContinuousClock.Instant = .now) -> SceneTurns.Outcome {
      turns.take(key, at: now) { isItsTurn in
        received.withLock { $0.append("\(name) \(isItsTurn)") }
      }
    }
    #expect(take("1") == .taken)
    #expect(turns.take(other) { _ in } == .taken)
    #expect(take("2") == .waiting)
    #expect(take("3") == .waiting)
    turns.end(key)
    #expect(received.withLock { $0 } == ["2 true"])
    #expect(take("4") == .waiting)
    turns.end(key)
    turns.end(key)
    #expect(received.withLock { $0 } == ["2 true", "3 true", "4 true"])
    turns.end(key)
    #expect(take("5") == .taken)
    // After a few seconds, new requests are rejected, and so are the waiting ones.
    #expect(take("6") == .waiting)
    #expect(take("7", at: .now + .seconds(6)) == .refused)
    turns.refuseWaiting(of: key)
    #expect(received.withLock { $0 }.last == "6 false")
    turns.end(key)
    #expect(take("8") == .taken)
    for number in 0..<64 { #expect(take("more \(number)") == .waiting) }
    #expect(take("65") == .refused, "the number of waiting requests is limited")
  }

  @Test func `The pace of a location is learned`() {
    let paces = PaceTable()
    let place = paces.place("/a", 0)
    #expect(place == paces.place("/a", 0))
    #expect((0..<16_384).contains(place))
    #expect(paces.pace(at: place) == .unknown)
    #expect(paces.beginTrial(at: place))
    #expect(paces.pace(at: place) == .trial)
    #expect(!paces.beginTrial(at: place), "only one trial at a time")
    paces.note(.quick, at: place)
    #expect(paces.pace(at: place) == .quick)
    // A location is tried again if it was late twice in a row, or very late once.
    for outcomes: [PaceTable.Outcome] in [[.late, .late], [.slow], [.late, .slow]] {
      for _ in 0..<3 {
        paces.note(.late, at: place)
        paces.note(.quick, at: place)
      }
      #expect(paces.pace(at: place) == .quick)
      for outcome in outcomes { paces.note(outcome, at: place) }
      #expect(paces.pace(at: place) == .unknown)
      #expect(paces.beginTrial(at: place))
      paces.note(.quick, at: place)
    }
    paces.note(.slow, at: place)
    #expect(paces.beginTrial(at: place))
    paces.note(.slow, at: place)
    #expect(paces.pace(at: place) == .slow)
    for _ in 0..<7 { paces.note(.quick, at: place) }
    #expect(paces.pace(at: place) == .slow)
    paces.note(.quick, at: place)
    #expect(paces.pace(at: place) == .unknown)
  }

  private func finish(_ answer: HTTPAnswer) async {
    guard case .later(let promise) = answer else { return }
    await withCheckedContinuation { done in promise.whenFulfilled { _ in done.resume() } }
  }

  @Test func `Work that waited for the store doesn't delay quick work`() async throws {
    let lines = LogLines()
    await lines.take {
      let workload = Workload(
        workers: 8, logger: Logger(label: "test") { LineLogHandler(label: $0) }
      ) { _ in
        HTTPResponse(status: .serviceUnavailable)
      }
      workload.start()
      defer { workload.stop() }
      let mill = Mill()
      mill.close()
      let store = DispatchQueue(label: "store")
      func profile(_ path: String, at place: Int) -> RequestProfile {
        RequestProfile(place: place, mount: "/app", path: path)
      }
      // This work is slow after it waited for the store. One of eight workers tries it, and six others run it.
      for _ in 0..<10 {
        let answer = workload.answer(profile("/slow", at: 2)) {
          let onward = workload.onward
          store.async { onward { mill.grind() } }
          return .now(HTTPResponse(status: .ok))
        }
        await finish(answer)
      }
      await mill.arrived(7)
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        _ = workload.answer(profile("/quick", at: 4)) {
          let onward = workload.onward
          store.async {
            onward {
              #expect(getpriority(Int32(PRIO_PROCESS.rawValue), 0) == 5, "the thread is a worker")
              done.resume()
            }
          }
          return .now(HTTPResponse(status: .ok))
        }
      }
      workload.look(at: .now + .seconds(6))
      mill.open()
    }
    let named = lines.all.filter { $0.contains("a page of /app, at /slow has been running") }
    // On a machine that takes seconds for this, another thread replaces one that was given up.
    #expect(named.count >= 7)
  }

  @Test func `Work that is known to be slow leaves a worker for the rest`() async throws {
    let pool = WorkerPool(limit: 4)
    let mill = Mill()
    mill.close()
    let ground = AsyncStream<Void>.makeStream()
    for _ in 0..<10 {
      #expect(
        pool.run(
          .init(isKnownSlow: true, client: nil) {
            mill.grind()
            ground.continuation.yield()
          }))
    }
    await mill.arrived(3)
    // The fourth thread is for work that can be quick.
    await withCheckedContinuation { done in
      #expect(pool.run(.init(isKnownSlow: false, client: nil) { done.resume() }))
    }
    mill.open()
    var left = 10
    for await _ in ground.stream {
      left -= 1
      if left == 0 { break }
    }
  }
}
