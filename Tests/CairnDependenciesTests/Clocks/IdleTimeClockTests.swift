import CairnDependencies
import Testing

@Suite(.timeLimit(.minutes(30))) struct IdleTimeClockTests {
  private let clock: IdleTimeClock
  /// Lets a tick pass, during which the process was busy or not.
  private let ticks: AsyncStream<Bool>.Continuation

  init() {
    let (stream, ticks) = AsyncStream.makeStream(of: Bool.self)
    self.ticks = ticks
    clock = IdleTimeClock {
      var iterator = stream.makeAsyncIterator()
      return await iterator.next() ?? true
    }
  }

  /// Sleeps during some ticks. Returns the time afterward.
  private func time(
    after duration: Duration, idle: Int = 0, busy: Int = 0
  ) async throws -> Duration {
    for _ in 0..<busy { ticks.yield(true) }
    for _ in 0..<idle { ticks.yield(false) }
    try await clock.sleep(for: duration)
    return clock.now.offset
  }

  @Test func `A sleeper wakes after its time has passed in ticks`() async throws {
    #expect(try await time(after: .milliseconds(30), idle: 3) == .milliseconds(30))
    #expect(try await time(after: .milliseconds(15), idle: 2) == .milliseconds(50))
  }

  @Test func `A tick of a busy process counts in part`() async throws {
    #expect(try await time(after: .milliseconds(20), idle: 1, busy: 5) == .milliseconds(20))
  }

  @Test func `A limit ends even if the process is always busy`() async throws {
    #expect(try await time(after: .seconds(1), busy: 500) == .seconds(1))
  }

  @Test func `Time passes only while a task sleeps`() async throws {
    #expect(try await time(after: .milliseconds(10), idle: 5) == .milliseconds(10))
    #expect(try await time(after: .milliseconds(10)) == .milliseconds(20))
  }

  @Test func `Several tasks can sleep`() async throws {
    let deadline = clock.now.advanced(by: .milliseconds(20))
    for _ in 0..<20 { ticks.yield(false) }
    try await withThrowingTaskGroup { group in
      for _ in 0..<10 { group.addTask { [clock] in try await clock.sleep(until: deadline) } }
      try await group.waitForAll()
    }
    #expect(clock.now >= deadline)
  }

  @Test func `A past deadline doesn't sleep`() async throws {
    try await clock.sleep(until: clock.now)
    #expect(clock.now.offset == .zero)
  }

  @Test func `A canceled sleeper throws`() async throws {
    for _ in 0..<100 {
      let task = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    // The clock's own task ends.
    ticks.finish()
  }
}
