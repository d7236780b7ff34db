import CairnHTTP
import Synchronization
import Testing

@testable import CairnServer

/// One client can't use the workers of others.
@Suite(.timeLimit(.minutes(30))) struct FairWorkTests {
  private func client(_ number: Int) throws -> AddressGroup {
    AddressGroup(try #require(IPAddress("203.0.113.\(number)")))
  }

  @Test func `One client gets half of the workers`() async throws {
    let pool = WorkerPool(limit: 4)
    let mill = Mill()
    mill.close()
    let ground = AsyncStream<Void>.makeStream()
    let busy = try client(1)
    for _ in 0..<10 {
      #expect(
        pool.run(
          .init(isKnownSlow: false, client: busy) {
            mill.grind()
            ground.continuation.yield()
          }))
    }
    await mill.arrived(2)
    for number in 2...4 {
      let other = try client(number)
      await withCheckedContinuation { done in
        #expect(pool.run(.init(isKnownSlow: false, client: other) { done.resume() }))
      }
    }
    mill.open()
    var left = 10
    for await _ in ground.stream {
      left -= 1
      if left == 0 { break }
    }
  }

  @Test func `One client can't fill the queue`() throws {
    let pool = WorkerPool(limit: 2)
    let mill = Mill()
    mill.close()
    defer { mill.open() }
    let busy = try client(1)
    var taken = 0
    while taken < WorkerPool.queueLimit,
      pool.run(.init(isKnownSlow: false, client: busy) { mill.grind() })
    {
      taken += 1
    }
    #expect((WorkerPool.clientQueueLimit...WorkerPool.clientQueueLimit + 1).contains(taken))
    #expect(pool.run(.init(isKnownSlow: false, client: try client(2)) {}))
  }

  @Test func `Clients take turns`() throws {
    var queue = JobQueue()
    let done = Mutex<[String]>([])
    let job = { (client: AddressGroup?, name: String) in
      WorkerPool.Job(isKnownSlow: false, client: client) { done.withLock { $0.append(name) } }
    }
    let (one, two) = (try client(1), try client(2))
    for number in 1...3 { queue.append(job(one, "one \(number)")) }
    for number in 1...2 { queue.append(job(two, "two \(number)")) }
    queue.append(job(nil, "unknown"))
    #expect(queue.count == 6)
    queue.popFirst { $0 != one }?.body()
    while let job = queue.popFirst(where: { _ in true }) { job.body() }
    #expect(
      done.withLock { $0 } == ["two 1", "one 1", "unknown", "two 2", "one 2", "one 3"])
    #expect(queue.count == 0)
  }
}
