import CairnDependencies
import Synchronization
import Testing

/// Tests the reports of an effect's waits.
@Suite struct EffectActivityTests {
  /// Keeps the reports of an effect.
  private final class Log: Sendable {
    private let entries = Mutex<[String]>([])

    var all: [String] { entries.withLock { $0 } }

    func add(_ change: EffectActivity.Change) {
      let entry =
        switch change {
        case .waits(let wake): wake == nil ? "waits" : "waits until"
        case .listens: "listens"
        case .works: "works"
        case .ended: "ended"
        }
      entries.withLock { $0.append(entry) }
    }
  }

  /// Returns the reports of an effect that runs a closure.
  private nonisolated(nonsending) func received(
    _ work: nonisolated(nonsending) () async -> Void
  ) async -> [String] {
    let log = Log()
    let activity = EffectActivity(isolation: log) { log.add($1) }
    await EffectActivity.run(activity) { await work() }
    return log.all
  }

  @Test func `Plain work sends no report`() async {
    #expect(await received { await Task.yield() } == ["ended"])
  }

  @Test func `Waiting is reported`() async {
    let received = await received { await withoutBlockingResponse { await Task.yield() } }
    #expect(received == ["waits", "works", "ended"])
  }

  @Test func `For nested waits, only the outermost is reported`() async {
    let received = await received {
      await withoutBlockingResponse {
        await withoutBlockingResponse { await Task.yield() }
        try? await SystemClock(ContinuousClock()).sleep(for: .milliseconds(1))
      }
    }
    #expect(received == ["waits", "works", "ended"])
  }

  @Test func `A system clock reports its wake-up time`() async {
    let received = await received {
      try? await SystemClock(ContinuousClock()).sleep(for: .milliseconds(1))
      try? await SystemClock(SuspendingClock()).sleep(for: .milliseconds(1))
      try? await ContinuousClock().amongDependencies.sleep(for: .milliseconds(1))
    }
    let sleeps = Array(repeating: ["waits until", "works"], count: 3).flatMap(\.self)
    #expect(received == sleeps + ["ended"])
  }

  @Test func `The live clocks report their wake-up times`() async {
    let received = await received {
      await withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.continuousClock) var continuous
        @Dependency(\.suspendingClock) var suspending
        try? await continuous.sleep(for: .milliseconds(1))
        try? await suspending.sleep(for: .milliseconds(1))
      }
    }
    #expect(received == ["waits until", "works", "waits until", "works", "ended"])
  }

  @Test func `A timer reports waiting without a time`() async {
    let received = await received {
      for await _ in ContinuousClock().timer(interval: .milliseconds(1)) { break }
    }
    #expect(received == ["waits", "works", "ended"])
  }

  @Test func `A canceled sleep is reported as work again`() async {
    let task = Task {
      await received {
        withUnsafeCurrentTask { $0?.cancel() }
        try? await SystemClock(ContinuousClock()).sleep(for: .seconds(7200))
      }
    }
    #expect(await task.value == ["waits until", "works", "ended"])
  }

  @Test func `Other tasks of the effect send no report`() async {
    let received = await received {
      await withTaskGroup { group in
        group.addTask { await withoutBlockingResponse { await Task.yield() } }
        await group.waitForAll()
      }
      await Task { await withoutBlockingResponse { await Task.yield() } }.value
    }
    #expect(received == ["ended"])
  }

  @Test func `A task that outlives the effect sends no report`() async {
    let log = Log()
    let activity = EffectActivity(isolation: log) { log.add($1) }
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let task = Mutex<Task<Void, Never>?>(nil)
    await EffectActivity.run(activity) {
      let late = Task {
        for await _ in stream {}
        await withoutBlockingResponse { await Task.yield() }
      }
      task.withLock { $0 = late }
    }
    continuation.finish()
    await task.withLock { $0 }?.value
    #expect(log.all == ["ended"])
  }

  @Test func `A sequence settles after its first elements`() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    for number in 0..<3 { continuation.yield(number) }
    continuation.finish()
    var numbers: [Int] = []
    let received = await received {
      for await number in stream.ignoredForResponse(after: 2) { numbers.append(number) }
    }
    #expect(numbers == [0, 1, 2])
    // The third element and the end.
    #expect(received == ["waits", "works", "waits", "works", "ended"])
  }
}
