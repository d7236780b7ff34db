import Cairn
import CairnTesting
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// Responses wait for effects that work, but not for effects that wait. A test that fails doesn't end.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct SettlingTests {
  /// A way in which an effect waits longer than any response.
  struct Waiting: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let job: Job

    init(_ name: String, _ job: @escaping Job) {
      testDescription = name
      self.job = job
    }

    private static var continuousClock: any Clock<Duration> {
      DependencyValues._current.continuousClock
    }
    private static var suspendingClock: any Clock<Duration> {
      DependencyValues._current.suspendingClock
    }

    static let all = [
      Waiting("a timer") { _ in
        for await _ in continuousClock.timer(interval: .seconds(7200)) {}
      },
      Waiting("a timer whose tick would come in time") { _ in
        for await _ in continuousClock.timer(interval: .seconds(3000)) {}
      },
      Waiting("a timer of a clock that is no dependency") { _ in
        for await _ in ContinuousClock().timer(interval: .seconds(7200)) {}
      },
      Waiting("a sleep") { _ in try await continuousClock.sleep(for: .seconds(7200)) },
      Waiting("a sleep on the suspending clock") { _ in
        try await suspendingClock.sleep(for: .seconds(7200))
      },
      Waiting("a sleep on a clock of tests") { _ in
        let clock = TestClock()
        try await clock.sleep(for: .seconds(1))
      },
      Waiting("a stream") { _ in
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        for await _ in stream.ignoredForResponse() {}
        continuation.finish()
      },
      Waiting("a marked wait") { _ in
        await withoutBlockingResponse { try? await Task.sleep(for: .seconds(7200)) }
      },
      Waiting("a shared value") { _ in
        @Shared(value: 1) var number
        for await _ in $number.values {}
      },
      Waiting("a sleep after work") { say in
        for _ in 0..<30 { await Task.yield() }
        await say("worked")
        try await continuousClock.sleep(for: .seconds(7200))
      },
    ]
  }

  private func browser(
    _ jobs: Jobs, _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) async throws -> Browser {
    let browser = Browser(InProcessTransport(try listenerServer(jobs, prepare: prepare)))
    try await browser.open("/listener")
    return browser
  }

  @Test(arguments: Waiting.all)
  func `A response doesn't wait for an effect that waits`(waiting: Waiting) async throws {
    let browser = try await browser(Jobs(effect: waiting.job))
    try await browser.click("Go")
    #expect(browser.refreshDelay == 1)
    #expect(browser.text.contains("worked") == waiting.testDescription.contains("work"))
    // The next response doesn't wait either.
    try await browser.click("Go")
    try await browser.click("Tell")
    #expect(browser.heading == "Listener")
  }

  @Test(arguments: Waiting.all)
  func `A page without a scene doesn't wait for a task that waits`(waiting: Waiting) async throws {
    let browser = try await browser(Jobs(view: waiting.job))
    #expect(browser.heading == "Listener")
  }

  @Test func `A task that waits for a waiting effect has settled`() async throws {
    let browser = try await browser(Jobs(effect: Waiting.all[0].job, isSentByView: true))
    #expect(browser.heading == "Listener")
  }

  @Test func `A page without a scene waits for its task to load`() async throws {
    let browser = try await browser(
      Jobs(view: { _ in
        await Task.detached { for _ in 0..<30 { await Task.yield() } }.value
      }))
    #expect(browser.text.contains("Heard: loaded"))
  }

  @Test func `A page without a scene waits for the effect of its task`() async throws {
    let job: Job = { say in
      await Task.detached { for _ in 0..<30 { await Task.yield() } }.value
      await say("fetched")
      try await DependencyValues._current.continuousClock.sleep(for: .seconds(7200))
    }
    let browser = try await browser(Jobs(effect: job, isSentByView: true))
    #expect(browser.text.contains("Heard: fetched"))
  }

  @Test func `A response waits for a short sleep`() async throws {
    let browser = try await browser(
      Jobs(effect: { say in
        try await DependencyValues._current.continuousClock.sleep(for: .milliseconds(20))
        await say("slept")
      }))
    try await browser.click("Go")
    #expect(browser.text.contains("Heard: loaded, slept"))
  }

  @Test func `A response waits for a debounced action if its delay is short`() async throws {
    let short = try await browser(Jobs(pause: .milliseconds(20)))
    try await short.click("Pause")
    #expect(short.text.contains("Heard: loaded, paused"))
    let long = try await browser(Jobs())
    try await long.click("Pause")
    #expect(long.text.contains("Heard: loaded"))
    #expect(!long.text.contains("paused"))
  }

  @Test func `An effect works if one of its child tasks works`() async throws {
    let browser = try await browser(
      Jobs(effect: { say in
        await withTaskGroup { group in
          group.addTask {
            try? await DependencyValues._current.continuousClock.sleep(for: .seconds(7200))
          }
          group.addTask {
            for _ in 0..<30 { await Task.yield() }
            await say("worked")
          }
          await group.next()
          group.cancelAll()
        }
      }))
    try await browser.click("Go")
    #expect(browser.text.contains("Heard: loaded, worked"))
  }

  @Test func `Elements of a settling stream are processed before the response`() async throws {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let browser = try await browser(
      Jobs(
        effect: { say in for await text in stream.ignoredForResponse() { await say(text) } },
        tell: { for text in ["a", "b", "c"] { continuation.yield(text) } }))
    try await browser.click("Go")
    try await browser.click("Tell")
    #expect(browser.text.contains("Heard: loaded, a, b, c"))
    try await browser.click("Tell")
    #expect(browser.text.contains("Heard: loaded, a, b, c, a, b, c"))
  }

  @Test func `A response waits for the first element of an observation`() async throws {
    let browser = try await browser(
      Jobs(effect: { say in
        let (stream, continuation) = AsyncStream<String>.makeStream()
        let observing = Task.detached {
          for _ in 0..<30 { await Task.yield() }
          continuation.yield("first")
        }
        for await text in stream.ignoredForResponse(after: 1) { await say(text) }
        await observing.value
      }))
    try await browser.click("Go")
    #expect(browser.text.contains("Heard: loaded, first"))
  }

  @Test func `An effect that wakes works again`() async throws {
    let clock = TestClock()
    let gate = AsyncStream<Void>.makeStream()
    let asleep = AsyncStream<Void>.makeStream()
    let browser = try await browser(
      Jobs(effect: { say in
        try await DependencyValues._current.continuousClock.sleep(for: .seconds(1))
        asleep.continuation.yield()
        for await _ in gate.stream { break }
        await say("woke")
      })
    ) { $0.continuousClock = clock }
    try await browser.click("Go")
    #expect(browser.text.contains("Heard: loaded"))
    await clock.advance(by: .seconds(1))
    for await _ in asleep.stream { break }
    // The effect works now, so the next response waits for it.
    let opening = Task.detached {
      for _ in 0..<30 { await Task.yield() }
      gate.continuation.yield()
    }
    try await browser.click("Tell")
    #expect(browser.text.contains("Heard: loaded, woke"))
    await opening.value
  }

  @Test func `A response waits for the end of a canceled effect`() async throws {
    let browser = try await browser(
      Jobs(effect: { _ in
        @Dependency(\.continuousClock) var clock
        try? await clock.sleep(for: .seconds(7200))
        for _ in 0..<30 { await Task.yield() }
      })
    ) { $0.continuousClock = TestClock() }
    try await browser.click("Go")
    #expect(browser.refreshDelay == 1)
    try await browser.click("Stop")
    #expect(browser.refreshDelay == nil)
  }

  @Test func `In debugging mode, the effect that delayed a response is reported once`() async throws
  {
    for isDebugging in [false, true] {
      let jobs = Jobs(effect: { _ in try await Task.sleep(for: .seconds(7200)) })
      let server = try listenerServer(
        jobs, settleLimit: .milliseconds(1), isDebugging: isDebugging)
      let browser = Browser(InProcessTransport(server))
      try await browser.open("/listener")
      for _ in 0..<2 { try await browser.click("Go") }
      let places = server.pages.placesSaid.withLock { $0 }
      #expect(
        places.contains("CairnServerTests/Listener.swift:\(Listener.jobLine)")
          == isDebugging)
    }
  }
}
