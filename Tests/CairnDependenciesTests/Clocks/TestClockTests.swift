import CairnDependencies
import Testing

@Suite(.timeLimit(.minutes(30))) struct TestClockTests {
  let clock = TestClock()

  /// Waits until a number of tasks sleep.
  private func sleepers(_ count: Int) async {
    var found = 0
    while found != count {
      do {
        try await clock.checkSuspension()
        found = 0
      } catch {
        found = (error as? SuspensionError)?.deadlines.count ?? 0
      }
    }
  }

  @Test func `Time stands still until it's advanced`() async {
    let start = clock.now
    #expect(clock.now == start)
    await clock.advance(by: .seconds(2))
    #expect(start.duration(to: clock.now) == .seconds(2))
    await clock.advance(to: start.advanced(by: .seconds(5)))
    #expect(start.duration(to: clock.now) == .seconds(5))
  }

  @Test func `Time doesn't go back`() async {
    let start = clock.now
    await clock.advance(by: .seconds(2))
    await clock.advance(to: start)
    #expect(start.duration(to: clock.now) == .seconds(2))
  }

  @Test func `A sleeper wakes at its deadline`() async throws {
    let count = Count()
    let task = Task { [clock] in
      try await clock.sleep(for: .seconds(1))
      await count.increment()
    }
    await clock.advance(by: .milliseconds(999))
    #expect(await count.value == 0)
    await clock.advance(by: .milliseconds(1))
    #expect(await count.value == 1)
    try await task.value
  }

  @Test func `A past deadline doesn't sleep`() async throws {
    let start = clock.now
    await clock.advance(by: .seconds(1))
    try await clock.sleep(until: start)
  }

  @Test func `Sleepers wake in the order of their deadlines`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    await withThrowingTaskGroup { group in
      for seconds in [3, 1, 2] {
        group.addTask { [clock] in
          try await clock.sleep(for: .seconds(seconds))
          continuation.yield(seconds)
        }
      }
      await sleepers(3)
      await clock.advance(by: .seconds(3))
    }
    continuation.finish()
    #expect(await stream.reduce(into: []) { $0.append($1) } == [1, 2, 3])
  }

  @Test func `A loop that sleeps ten times wakes ten times`() async throws {
    let count = Count()
    let task = Task { [clock] in
      while true {
        try await clock.sleep(for: .seconds(1))
        await count.increment()
      }
    }
    await clock.advance(by: .seconds(10))
    #expect(await count.value == 10)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: 0..<20)
  func `A timer ticks deterministically`(_: Int) async {
    let count = Count()
    let task = Task { [clock] in
      for await _ in clock.timer(interval: .seconds(1)) {
        await count.increment()
      }
    }
    for expected in 1...5 {
      await clock.advance(by: .seconds(1))
      #expect(await count.value == expected)
    }
    await clock.advance(by: .seconds(5))
    #expect(await count.value == 10)
    task.cancel()
    await task.value
  }

  @Test func `A timer of an existential clock ticks on the main actor`() async {
    let clock = clock
    let count = await Task { @MainActor in
      var count = 0
      let task = Task { @MainActor in
        let anyClock: any Clock<Duration> = clock
        for await _ in anyClock.timer(interval: .seconds(1)) {
          count += 1
          if count == 5 { break }
        }
      }
      // Before the task sleeps, its next tick must be set for the current time.
      for _ in 0..<5 {
        await sleepers(1)
        await clock.advance(by: .seconds(1))
      }
      await task.value
      return count
    }.value
    #expect(count == 5)
  }

  @Test func `A canceled sleeper throws and is removed`() async throws {
    let task = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    await sleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await clock.checkSuspension()
  }

  @Test func `A task that's canceled before sleeping doesn't sleep`() async throws {
    let task = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    try await clock.checkSuspension()
  }

  @Test func `Cancellations that race with sleeps leave no sleepers`() async throws {
    for _ in 0..<200 {
      let task = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    try await clock.checkSuspension()
  }

  @Test func `A suspension error contains the deadlines`() async throws {
    let task = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    await sleepers(1)
    let error = try await #require(throws: SuspensionError.self) {
      try await clock.checkSuspension()
    }
    #expect(error.deadlines == ["1.0 seconds"])
    #expect(error.description == "Tasks are still sleeping on the clock, until 1.0 seconds.")
    task.cancel()
  }

  @Test func `Running advances until no task sleeps`() async {
    let start = clock.now
    let task = Task { [clock] in
      for _ in 1...3 { try await clock.sleep(for: .seconds(10)) }
    }
    await sleepers(1)
    // The limit never ends, because its clock isn't advanced.
    await withDependencies {
      $0.timeoutClock = TestClock()
    } operation: {
      await clock.run()
    }
    // Running doesn't wait for remaining sleepers, so the time shows whether there were any.
    task.cancel()
    _ = await task.result
    #expect(start.duration(to: clock.now) == .seconds(30))
  }

  @Test func `Running reports an endless timer`() async {
    let task = Task { [clock] in
      for await _ in clock.timer(interval: .seconds(1)) {}
    }
    await withKnownIssue {
      await withDependencies {
        $0.timeoutClock = ImmediateClock()
      } operation: {
        await clock.run(timeout: .milliseconds(20))
      }
    } matching: {
      "\($0)".contains("tasks are still sleeping on it: 1")
    }
    task.cancel()
  }
}
