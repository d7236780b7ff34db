import CairnDependencies
import Testing

@Suite(.timeLimit(.minutes(30))) struct DeadlineTests {
  @Test func `A deadline passes when its clock has reached it`() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let deadline = Deadline(after: .seconds(3600), on: ImmediateClock()) { end.finish() }
    for await _ in ended {}
    #expect(deadline.isPast)
  }

  @Test func `A canceled deadline doesn't pass`() async throws {
    let clock = TestClock()
    let deadline = Deadline(after: .seconds(1), on: clock) { Issue.record("The deadline passed.") }
    deadline.cancel()
    await clock.advance(by: .seconds(2))
    try await clock.checkSuspension()
    #expect(!deadline.isPast)
  }

  @Test func `Work that ends before the deadline is in time`() async {
    let isInTime = await Deadline.run(within: .zero, on: TestClock()) { await Task.megaYield() }
    #expect(isInTime)
  }

  @Test func `Work that doesn't end before the deadline is canceled`() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let isInTime = await Deadline.run(within: .seconds(1), on: ImmediateClock()) {
      try? await Task.never()
      end.finish()
    }
    #expect(!isInTime)
    for await _ in ended {}
  }
}
