import Synchronization
import Testing

@testable import CairnPasswords

@Suite struct HashingQueueTests {
  /// The numbers of units that are running and that have run.
  private final class Counts: Sendable {
    private let state = Mutex((running: 0, most: 0, ended: 0))

    var most: Int { state.withLock(\.most) }
    var ended: Int { state.withLock(\.ended) }

    func begin() {
      state.withLock { state in
        state.running += 1
        state.most = max(state.most, state.running)
      }
    }

    func end() {
      state.withLock { state in
        state.running -= 1
        state.ended += 1
      }
    }
  }

  @Test func `Only the maximum number of units runs at the same time`() async throws {
    let queue = HashingQueue(maximumConcurrency: 2, maximumWaiting: 10)
    let gate = ThreadGate()
    let counts = Counts()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...8 {
        group.addTask {
          try await queue.run {
            counts.begin()
            gate.pass()
            counts.end()
          }
        }
      }
      for _ in 1...8 {
        await gate.waitForArrival()
        gate.open()
      }
      try await group.waitForAll()
    }
    #expect(counts.ended == 8)
    #expect(counts.most <= 2)
  }

  @Test func `A unit is rejected if too many others are waiting`() async throws {
    let queue = HashingQueue(maximumConcurrency: 1, maximumWaiting: 0)
    let gate = ThreadGate()
    let running = Task { try await queue.run { gate.pass() } }
    await gate.waitForArrival()
    await #expect(throws: PasswordError.busy) { try await queue.run {} }
    gate.open()
    try await running.value
    let result = try await queue.run { 1 }
    #expect(result == 1)
  }

  @Test func `A canceled unit doesn't run, and leaves its place`() async throws {
    let queue = HashingQueue(maximumConcurrency: 1, maximumWaiting: 1)
    let gate = ThreadGate()
    let counts = Counts()
    let running = Task { try await queue.run { gate.pass() } }
    await gate.waitForArrival()
    let waiting = Task { try await queue.run { counts.begin() } }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    // The other unit is still running, so the next one takes the place of the canceled one.
    async let next = queue.run { 1 }
    gate.open()
    try await running.value
    let result = try await next
    #expect(result == 1)
    #expect(counts.most == 0)
  }

  @Test func `An error of a unit is thrown`() async throws {
    let queue = HashingQueue(maximumConcurrency: 1, maximumWaiting: 0)
    await #expect(throws: PasswordError.tooLong) {
      try await queue.run { throw PasswordError.tooLong }
    }
    let result = try await queue.run { 1 }
    #expect(result == 1)
  }
}
