import Cairn
import CairnTesting
import Dispatch
import Foundation
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// A server that's created in a test waits for effects without a time limit.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct SettleRuleTests {
  private func browser(
    _ jobs: Jobs, _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) async throws -> Browser {
    let server = try listenerServer(jobs, settleLimit: nil, prepare: prepare)
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/listener")
    return browser
  }

  @Test func `A response in production waits for at most 50 ms, or 1 second without the script`() {
    let rule = SettleRule()
    #expect(rule.limit == .milliseconds(50))
    #expect(rule.limitWithoutScript == .seconds(1))
    #expect(!rule.countsJobs && !rule.reportsOverdue)
    #expect(rule.longestPause == .milliseconds(500))
  }

  @Test func `A response in a test waits equally long with and without the script`() {
    let rule = SettleRule(isInTest: true)
    #expect(rule.limit == .seconds(20))
    #expect(rule.limitWithoutScript == .seconds(20))
    #expect(rule.countsJobs && rule.reportsOverdue)
    #expect(rule.longestPause == .milliseconds(50))
  }

  @Test func `A limit of a test applies to sleeps as well`() {
    let rule = SettleRule(limit: .seconds(1), isInTest: true)
    #expect(rule.limit == .seconds(1))
    #expect(rule.limitWithoutScript == .seconds(1))
    #expect(rule.longestPause == nil)
    #expect(rule.countsJobs && !rule.reportsOverdue)
  }

  @Test func `A response waits for work on another queue`() async throws {
    let browser = try await browser(Jobs(effect: { say in await say(await Table().row()) }))
    try await browser.click("Go")
    #expect(browser.text.contains("Heard: loaded, row"))
    #expect(browser.refreshDelay == nil)
  }

  @Test func `A response waits for child tasks, actors, and the main actor`() async throws {
    let browser = try await browser(
      Jobs(effect: { say in
        async let row = Table().row()
        let count = await Counter().next()
        await MainActor.run {}
        await say("\(await row) \(count)")
      }))
    try await browser.click("Go")
    #expect(browser.text.contains("Heard: loaded, row 1"))
  }

  @Test func `A response doesn't wait for a long sleep`() async throws {
    let browser = try await browser(
      Jobs(effect: { _ in
        try await DependencyValues._current.continuousClock.sleep(for: .seconds(7200))
      }))
    try await browser.click("Go")
    #expect(browser.refreshDelay == 1)
  }

  @Test func `A page shows all results of an advanced clock`() async throws {
    let clock = TestClock()
    let browser = try await browser(
      Jobs(effect: { say in
        for await _ in DependencyValues._current.continuousClock.timer(interval: .seconds(1)) {
          await say(await Table().row())
        }
      })
    ) { $0.continuousClock = clock }
    try await browser.click("Go")
    for count in 1...20 {
      await clock.advance(by: .seconds(1))
      try await browser.reload()
      let rows = String(repeating: ", row", count: count)
      #expect(browser.text.contains("Heard: loaded\(rows)\n"))
    }
  }

  @Test func `A clock waits for each tick before the next one`() async throws {
    let clock = TestClock()
    let browser = try await browser(
      Jobs(effect: { say in
        for await _ in DependencyValues._current.continuousClock.timer(interval: .seconds(1)) {
          for _ in 0..<30 { await Task.yield() }
          await say("tick")
        }
      })
    ) { $0.continuousClock = clock }
    try await browser.click("Go")
    await clock.advance(by: .seconds(20))
    try await browser.reload()
    #expect(browser.text.contains("Heard: loaded\(String(repeating: ", tick", count: 20))\n"))
  }

  @Test func `A page shows the results of an effect that the test resumes`() async throws {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let browser = try await browser(
      Jobs(effect: { say in
        for await text in stream.ignoredForResponse() {
          for _ in 0..<30 { await Task.yield() }
          await say(text)
        }
      }))
    try await browser.click("Go")
    continuation.yield("first")
    try await browser.reload()
    #expect(browser.text.contains("Heard: loaded, first"))
    continuation.yield("second")
    try await browser.reload()
    #expect(browser.text.contains("Heard: loaded, first, second"))
  }

  @Test func `A browser that doesn't wait shows the state after the action`() async throws {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let browser = try await browser(
      Jobs(effect: { say in
        for await _ in stream { break }
        await say("done")
      }))
    browser.waitsForEffects = false
    try await browser.click("Go")
    #expect(!browser.text.contains("done"))
    #expect(browser.refreshDelay == 1)
    browser.waitsForEffects = true
    continuation.finish()
    try await browser.reload()
    // The effect and the task of the reloaded page run at the same time.
    let heard = ["Heard: loaded, done", "Heard: done, loaded"]
    #expect(heard.contains { browser.text.contains($0) })
    #expect(browser.refreshDelay == nil)
  }

  @Test func `An effect that a response waits for in vain is an issue`() async throws {
    let browser = try await browser(Jobs(effect: { _ in try await Task.never() })) {
      var rule = SettleRule(isInTest: true)
      rule.limit = .seconds(1)
      rule.limitWithoutScript = .seconds(1)
      $0.settleRule = rule
    }
    try await withKnownIssue {
      try await browser.click("Go")
    } matching: { issue in
      "\(issue)".contains("the effect of CairnServerTests/Listener.swift:\(Listener.jobLine)")
    }
    #expect(browser.heading == "Listener")
  }

  /// Other processes can take all processors, so each step takes any length of time.
  @Test func `Pages are the same on a busy machine`() async throws {
    let load = Load(threads: 6)
    defer { load.end() }
    let clock = TestClock()
    let browser = try await browser(
      Jobs(
        effect: { say in
          await say(await Table().row())
          for await _ in DependencyValues._current.continuousClock.timer(interval: .seconds(1)) {
            await say(await Table().row())
          }
        },
        view: { _ in _ = await Table().row() })
    ) { $0.continuousClock = clock }
    #expect(browser.text.contains("Heard: loaded"))
    var rows = 0
    func expectRows() {
      #expect(browser.text.contains("loaded\(String(repeating: ", row", count: rows))\n"))
    }
    for _ in 0..<10 {
      try await browser.click("Go")
      rows += 1
      expectRows()
      await clock.advance(by: .seconds(1))
      try await browser.reload()
      rows += 1
      expectRows()
      try await browser.click("Stop")
    }
  }
}

/// A database that does its work on its own queue, which takes several steps.
private struct Table {
  private static let queue = DispatchQueue(label: "table")

  func row() async -> String {
    for _ in 0..<10 {
      await withCheckedContinuation { continuation in
        Self.queue.async { continuation.resume() }
      }
    }
    return "row"
  }
}

private actor Counter {
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}

/// Threads that keep the processors busy.
private final class Load: Sendable {
  private let hasEnded = Atomic(false)

  init(threads: Int) {
    for _ in 0..<threads {
      Thread.detachNewThread { [self] in
        while !hasEnded.load(ordering: .relaxed) {}
      }
    }
  }

  func end() { hasEnded.store(true, ordering: .relaxed) }
}
