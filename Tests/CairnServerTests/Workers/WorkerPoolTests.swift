import CairnHTTP
import Dispatch
import Synchronization
import Testing

@testable import CairnServer

/// The jobs that threads run, and their clients.
@Suite(.timeLimit(.minutes(30))) struct WorkerPoolTests {
  /// Jobs that report when they begin, and end when a test releases them.
  private final class Jobs: Sendable {
    let gate = DispatchSemaphore(value: 0)
    let begun: AsyncStream<String>
    private let running = Mutex((now: 0, most: 0))
    private let continuation: AsyncStream<String>.Continuation

    init() {
      (begun, continuation) = AsyncStream.makeStream()
    }

    func job(
      _ name: String, isKnownSlow: Bool = false, client: AddressGroup? = nil, waits: Bool = true
    ) -> WorkerPool.Job {
      WorkerPool.Job(isKnownSlow: isKnownSlow, client: client) { [self] in
        running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        continuation.yield(name)
        if waits { gate.wait() }
        running.withLock { $0.now -= 1 }
      }
    }

    /// Returns the names of the next jobs that begin.
    func next(_ count: Int) async -> [String] {
      var names: [String] = []
      for await name in begun {
        names.append(name)
        if names.count == count { break }
      }
      return names
    }

    /// Returns the maximum number of concurrent jobs since the last call.
    func takeMost() -> Int {
      running.withLock { running in
        defer { running.most = running.now }
        return running.most
      }
    }

    func letGo(_ count: Int) {
      for _ in 0..<count { gate.signal() }
    }
  }

  private func client(_ text: String) throws -> AddressGroup {
    AddressGroup(try #require(IPAddress(text)))
  }

  @Test func `All jobs run, in order`() async {
    let pool = WorkerPool(limit: 2)
    let jobs = Jobs()
    #expect(pool.run(jobs.job("first")) && pool.run(jobs.job("second")))
    #expect(await Set(jobs.next(2)) == ["first", "second"])
    let names = (0..<50).map { "\($0)" }
    for name in names { #expect(pool.run(jobs.job(name))) }
    // Only one thread continues, so that the order is the order of the queue.
    jobs.letGo(1)
    var order: [String] = []
    for _ in names {
      order += await jobs.next(1)
      jobs.letGo(1)
    }
    #expect(order == names)
    jobs.letGo(1)
  }

  @Test func `Jobs that are known to be slow leave a thread for others`() async {
    let pool = WorkerPool(limit: 4)
    let jobs = Jobs()
    for _ in 0..<6 { #expect(pool.run(jobs.job("slow", isKnownSlow: true))) }
    #expect(await jobs.next(3) == ["slow", "slow", "slow"])
    #expect(pool.run(jobs.job("other", waits: false)))
    #expect(await jobs.next(1) == ["other"])
    jobs.letGo(6)
    #expect(await jobs.next(3) == ["slow", "slow", "slow"])
  }

  @Test func `One client gets half of the threads`() async throws {
    let pool = WorkerPool(limit: 4)
    let jobs = Jobs()
    let greedy = try client("192.0.2.1")
    for _ in 0..<4 { #expect(pool.run(jobs.job("greedy", client: greedy))) }
    #expect(await jobs.next(2) == ["greedy", "greedy"])
    // Jobs that have waited longer don't block another client's jobs.
    let other = try client("192.0.2.2")
    #expect(pool.run(jobs.job("other", client: other)))
    #expect(pool.run(jobs.job("unknown")))
    #expect(await Set(jobs.next(2)) == ["other", "unknown"])
    jobs.letGo(6)
    #expect(await jobs.next(2) == ["greedy", "greedy"])
  }

  @Test func `Too many jobs are rejected, and a single client's even earlier`() async throws {
    let pool = WorkerPool(limit: 2)
    let jobs = Jobs()
    for _ in 0..<2 { #expect(pool.run(jobs.job("busy"))) }
    _ = await jobs.next(2)
    let greedy = try client("192.0.2.1")
    var accepted = 0
    while pool.run(jobs.job("waits", client: greedy, waits: false)) { accepted += 1 }
    #expect(accepted == WorkerPool.clientQueueLimit)
    while pool.run(jobs.job("waits", waits: false)) { accepted += 1 }
    #expect(accepted == WorkerPool.queueLimit)
    // All accepted jobs run.
    jobs.letGo(2)
    #expect(await jobs.next(accepted).count == accepted)
  }

  @Test func `A thread that doesn't return is replaced, and ends if it returns later`() async {
    let pool = WorkerPool(limit: 2)
    let jobs = Jobs()
    for _ in 0..<2 { #expect(pool.run(jobs.job("stuck"))) }
    _ = await jobs.next(2)
    #expect(pool.run(jobs.job("next", waits: false)))
    pool.lose(isKnownSlow: false, client: nil)
    #expect(await jobs.next(1) == ["next"])
    pool.regain(isKnownSlow: false, client: nil)
    jobs.letGo(2)
    for _ in 0..<20 { #expect(pool.run(jobs.job("later"))) }
    _ = await jobs.next(2)
    _ = jobs.takeMost()
    jobs.letGo(20)
    #expect(await jobs.next(18).count == 18)
    #expect(jobs.takeMost() == 2)
  }
}
