import CairnSessions
import RedisServers
import Synchronization
import Testing

@testable import CairnRedis

/// Servers that have leases in one Redis.
struct LeaseTests {
  private static let scene = LeasedScene(session: .test(1), sceneID: .test)

  private let redis: RedisServer
  private let store: RedisSessionStore

  init() throws {
    redis = try RedisServer()
    store = try RedisSessionStore(redis.url)
  }

  /// Returns a server that has joined.
  private func makeServer(_ runner: TestRunner) -> any LeaseHolder {
    let holder = store.makeLeaseHolder()
    holder.begin(runner)
    return holder
  }

  /// Returns the result of writing the scene from a server.
  private func write(_ revision: UInt64, from server: LeaseHolderID) async throws -> CommitResult {
    var transaction = SessionTransaction(1, revision: revision)
    transaction.leaseHolder = server
    return try await store.commit(transaction)
  }

  private func isConflict(_ result: CommitResult) -> Bool {
    if case .conflict = result { true } else { false }
  }

  @Test func `A server passes a lease to another one that asks for it`() async throws {
    let runners = [TestRunner(), TestRunner()]
    let servers = runners.map { makeServer($0) }
    #expect(try await write(1, from: servers[0].id).evictions != nil)
    let first = try await servers[0].claim(Self.scene)
    #expect(!first.term.isOver)
    #expect(first.isPassed)
    #expect(runners[0].asked == [])
    let second = try await servers[1].claim(Self.scene)
    #expect(!second.term.isOver)
    #expect(second.isPassed)
    #expect(runners[0].asked == [Self.scene])
    #expect(isConflict(try await write(2, from: servers[0].id)))
    #expect(try await write(2, from: servers[1].id).evictions != nil)
    await store.close()
  }

  @Test func `A server that uses the scene is asked again`() async throws {
    let runners = [TestRunner(isBusy: true), TestRunner()]
    let servers = runners.map { makeServer($0) }
    _ = try await write(1, from: servers[0].id)
    _ = try await servers[0].claim(Self.scene)
    async let claimed = servers[1].claim(Self.scene)
    await runners[0].reach { $0.asked.count >= 2 }
    #expect(isConflict(try await write(2, from: servers[1].id)))
    runners[0].rest()
    #expect(try await claimed.isPassed)
    #expect(try await write(2, from: servers[1].id).evictions != nil)
    await store.close()
  }

  @Test func `A server without a heartbeat has no leases`() async throws {
    let server = makeServer(TestRunner())
    let gone = LeaseHolderID(bits: 7)
    _ = try await write(1, from: gone)
    let lease = try await server.claim(Self.scene)
    #expect(!lease.term.isOver)
    #expect(!lease.isPassed)
    #expect(isConflict(try await write(2, from: gone)))
    await store.close()
  }

  @Test func `A server that leaves gives up its leases`() async throws {
    let runners = [TestRunner(), TestRunner()]
    let servers = runners.map { makeServer($0) }
    _ = try await write(1, from: servers[0].id)
    let first = try await servers[0].claim(Self.scene)
    servers[0].leave()
    #expect(first.term.isOver)
    #expect(try await !servers[1].claim(Self.scene).term.isOver)
    #expect(runners[0].asked == [])
    let error = try await failure { _ = try await servers[0].claim(Self.scene) }
    #expect(error.kind == .closed)
    await store.close()
  }

  @Test func `A claim fails if the holder is there but never responds`() async throws {
    let clock = ManualTime()
    let server = store.makeLeaseHolder(now: { clock.now })
    let silent = LeaseHolderID(bits: 7)
    _ = try await write(1, from: silent)
    try redis.command("SET", "cairn:{0}:server:\(silent)", "1")
    async let error = failure { _ = try await server.claim(Self.scene) }
    // The clock must not advance before the claim has a deadline.
    while try redis.command("SCARD", "cairn:{0}:server:\(silent):asked") == "0" {
      await Task.yield()
    }
    clock.advance(by: .seconds(3600))
    #expect(try await error.kind == .busy)
    await store.close()
  }

  @Test func `Leases end when the server's clock shows that its term is over`() async throws {
    let clock = ManualTime()
    let runner = TestRunner()
    let server = store.makeLeaseHolder(now: { clock.now })
    server.begin(runner)
    _ = try await write(1, from: server.id)
    let first = try await server.claim(Self.scene).term
    #expect(server.term(of: .test(1)) === first)
    // For example, the process was stopped.
    clock.advance(by: .seconds(60))
    #expect(first.isOver)
    let second = try await server.claim(Self.scene).term
    #expect(!second.isOver)
    #expect(first.isOver)
    await runner.reach { $0.overdue >= 1 }
    await store.close()
  }

  @Test func `A server whose connection stalls has its leases for their time only`() async throws {
    let clock = ManualTime()
    let runner = TestRunner()
    let link = try FaultyLink(to: redis)
    let distant = try RedisSessionStore(link.url) { $0.connections = 1 }
    let server = distant.makeLeaseHolder(now: { clock.now })
    server.begin(runner)
    let other = makeServer(TestRunner())
    _ = try await write(1, from: server.id)
    let first = try await server.claim(Self.scene).term
    #expect(!first.isOver)
    link.fail(.hold, at: .text("session:00000000000000000000000000000001"), of: .requests)
    var transaction = SessionTransaction(1, revision: 2)
    transaction.answer = nil
    transaction.leaseHolder = server.id
    async let late = distant.commit(transaction)
    await link.reachFaults()
    clock.advance(by: .seconds(60))
    #expect(first.isOver)
    // Redis has its own clock.
    try redis.command("DEL", "cairn:{0}:server:\(server.id)")
    #expect(try await !other.claim(Self.scene).isPassed)
    #expect(try await write(2, from: other.id).evictions != nil)
    link.release()
    #expect(isConflict(try await late))
    #expect(try await store.revision(of: 1) == 2)
    let second = try await server.claim(Self.scene)
    #expect(second.isPassed)
    #expect(!second.term.isOver)
    #expect(first.isOver)
    await runner.reach { $0.overdue >= 1 }
    await distant.close()
    await store.close()
  }

  @Test func `A claim whose reply arrives after its time is repeated`() async throws {
    let clock = ManualTime()
    let link = try FaultyLink(to: redis)
    let distant = try RedisSessionStore(link.url) { $0.connections = 1 }
    let server = distant.makeLeaseHolder(now: { clock.now })
    _ = try await write(1, from: server.id)
    link.fail(.hold, at: .text("held"), of: .replies)
    async let claimed = server.claim(Self.scene)
    await link.reachFaults()
    clock.advance(by: .seconds(60))
    link.release()
    #expect(try await !claimed.term.isOver)
    await distant.close()
    await store.close()
  }

  @Test func `Leases end if Redis doesn't know the server anymore`() async throws {
    let runner = TestRunner()
    let server = makeServer(runner)
    _ = try await write(1, from: server.id)
    let first = try await server.claim(Self.scene).term
    try redis.command("DEL", "cairn:{0}:server:\(server.id)")
    let second = try await server.claim(Self.scene).term
    #expect(first.isOver)
    #expect(!second.isOver)
    await runner.reach { $0.overdue >= 1 }
    await store.close()
  }

  @Test func `A removed scene has no lease anymore`() async throws {
    let server = makeServer(TestRunner())
    _ = try await write(1, from: server.id)
    var transaction = SessionTransaction(
      session: .test(1), time: SessionTime(microsecondsSince1970: 2))
    transaction.removals = [SceneRemoval(mark: .test)]
    _ = try await store.commit(transaction)
    let record = "cairn:{0}:session:00000000000000000000000000000001"
    #expect(try redis.command("HKEYS", record).split(separator: "\n").contains("rk3") == false)
    await store.close()
  }
}

/// A time that a test advances.
private final class ManualTime: Sendable {
  private let time = Mutex(ContinuousClock.now)

  var now: ContinuousClock.Instant { time.withLock(\.self) }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

/// The scenes of a server, of which nothing runs.
private final class TestRunner: SceneRunner {
  struct State {
    var isBusy: Bool
    /// The scenes that other servers have asked for.
    var asked: [LeasedScene] = []
    /// The number of times that overdue scenes had to end.
    var overdue = 0
    fileprivate var waiters: [Waiter] = []
  }

  fileprivate struct Waiter {
    let isMet: @Sendable (State) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private let state: Mutex<State>

  init(isBusy: Bool = false) {
    state = Mutex(State(isBusy: isBusy))
  }

  var asked: [LeasedScene] { state.withLock(\.asked) }

  /// Lets the scenes end from now on.
  func rest() { change { $0.isBusy = false } }

  func endWork(of scene: LeasedScene, completion: @escaping @Sendable (Bool) -> Void) {
    change { $0.asked.append(scene) }
    completion(!state.withLock(\.isBusy))
  }

  func endOverdueScenes() { change { $0.overdue += 1 } }

  /// Waits until a condition is met.
  func reach(_ isMet: @escaping @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      change { $0.waiters.append(Waiter(isMet: isMet, continuation: continuation)) }
    }
  }

  private func change(_ body: @Sendable (inout State) -> Void) {
    let met = state.withLock { state in
      body(&state)
      let waiters = state.waiters
      let copy = state
      state.waiters = waiters.filter { !$0.isMet(copy) }
      return waiters.filter { $0.isMet(copy) }.map(\.continuation)
    }
    for continuation in met { continuation.resume() }
  }
}
