import CairnDependencies
import Testing

@Suite struct OtherClockTests {
  @Test func `An immediate clock never waits`() async throws {
    let clock = ImmediateClock()
    let start = clock.now
    try await clock.sleep(for: .seconds(3_600))
    #expect(start.duration(to: clock.now) == .seconds(3_600))
    try await clock.sleep(until: start)
    #expect(start.duration(to: clock.now) == .seconds(3_600))
  }

  @Test func `An immediate clock observes cancellation`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await ImmediateClock().sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `A timer on an immediate clock ticks immediately`() async {
    var offsets: [Duration] = []
    for await tick in ImmediateClock().timer(interval: .seconds(1)) {
      offsets.append(tick.offset)
      if offsets.count == 3 { break }
    }
    #expect(offsets == [.seconds(1), .seconds(2), .seconds(3)])
  }

  @Test func `A timer skips missed ticks`() async {
    let clock = ImmediateClock()
    var ticks = clock.timer(interval: .seconds(2)).makeAsyncIterator()
    #expect(await ticks.next()?.offset == .seconds(2))
    try? await clock.sleep(for: .seconds(5))
    #expect(await ticks.next()?.offset == .seconds(8))
    #expect(await ticks.next()?.offset == .seconds(10))
  }

  @Test func `A timer ends with its task`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      for await _ in ContinuousClock().timer(interval: .seconds(3_600)) { return false }
      return true
    }
    #expect(await task.value)
  }

  @Test func `A timer without an interval ticks`() async {
    var ticks = ContinuousClock().timer(interval: .zero).makeAsyncIterator()
    #expect(await ticks.next() != nil)
    #expect(await ticks.next() != nil)
  }

  @Test func `An existential clock sleeps and measures`() async throws {
    let clock: any Clock<Duration> = ImmediateClock()
    try await clock.sleep(for: .seconds(1))
    let elapsed = try await clock.measure { try await clock.sleep(for: .seconds(2)) }
    #expect(elapsed == .seconds(2))
    #expect(clock.measure {} == .zero)
  }

  @Test func `AnyClock follows its base`() async throws {
    let base = TestClock()
    await base.advance(by: .seconds(7))
    let clock = AnyClock(base)
    #expect(clock.now.offset == .zero)
    #expect(clock.minimumResolution == .zero)
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await base.advance(by: .seconds(1))
    try await task.value
    #expect(clock.now.offset == .seconds(1))
  }

  @Test func `An unimplemented clock reports its use`() async {
    let clock = UnimplementedClock(TestClock(), name: "My clock")
    withKnownIssue {
      _ = clock.now
    } matching: {
      "\($0)".contains("My clock was used in a test that doesn't set it: 'now' was called.")
    }
  }

  @Test func `Clock dependencies are unimplemented in tests`() async throws {
    @Dependency(\.continuousClock) var continuousClock
    @Dependency(\.suspendingClock) var suspendingClock
    try await withKnownIssue {
      try await continuousClock.sleep(for: .zero)
    } matching: {
      "\($0)".contains(#"@Dependency(\.continuousClock) was used"#)
    }
    try await withKnownIssue {
      try await suspendingClock.sleep(for: .zero)
    } matching: {
      "\($0)".contains(#"@Dependency(\.suspendingClock) was used"#)
    }
  }

  @Test func `Clock dependencies can be set`() async throws {
    let clock = TestClock()
    let task = withDependencies {
      $0.continuousClock = clock
    } operation: {
      Task {
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .seconds(1))
      }
    }
    await clock.advance(by: .seconds(1))
    try await task.value
  }
}
