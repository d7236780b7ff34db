import CairnDependencies
import CairnHealth
import InMemoryLogging
import Logging
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct HealthChecksTests {
  private struct Closed: Error, CustomStringConvertible {
    var description: String { "the connection is closed" }
  }

  private let clock = TestClock()
  private let log = InMemoryLogHandler()

  private func checks(_ checks: HealthCheck...) -> HealthChecks {
    var dependencies = DependencyValues()
    dependencies.continuousClock = clock
    return HealthChecks(
      checks, dependencies: dependencies, logger: Logger(label: "test") { [log] _ in log })
  }

  private func failed(_ checks: HealthChecks) async -> [String] {
    await withCheckedContinuation { continuation in
      checks.check { continuation.resume(returning: $0) }
    }
  }

  /// Advances the clock until a condition is met.
  private func advance(by step: Duration, until condition: () -> Bool) async {
    while !condition() {
      await clock.advance(by: step)
      await Task.yield()
    }
  }

  @Test func `Without checks, the answer is immediate`() {
    let failed = Mutex<[String]?>(nil)
    checks().check { names in failed.withLock { $0 = names } }
    #expect(failed.withLock(\.self) == [])
  }

  @Test func `The failed checks are named in their order`() async {
    let checks = checks(
      HealthCheck("b") { throw Closed() }, HealthCheck("c") {}, HealthCheck("a") { throw Closed() })
    #expect(await failed(checks) == ["b", "a"])
  }

  @Test func `Results are used for one second`() async {
    let runs = Atomic(0)
    let checks = checks(HealthCheck("database") { runs.add(1, ordering: .relaxed) })
    for _ in 0..<100 { #expect(await failed(checks) == []) }
    #expect(runs.load(ordering: .relaxed) == 1)
    while runs.load(ordering: .relaxed) < 2 {
      await clock.advance(by: HealthChecks.memory)
      #expect(await failed(checks) == [])
    }
    #expect(runs.load(ordering: .relaxed) == 2)
  }

  @Test func `Requests during a check share its result`() async {
    let runs = Atomic(0)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let checks = checks(
      HealthCheck("database") {
        runs.add(1, ordering: .relaxed)
        for await _ in gate {}
      })
    let answers = Mutex<[[String]]>([])
    for _ in 0..<10 { checks.check { failed in answers.withLock { $0.append(failed) } } }
    let isEarly = answers.withLock { !$0.isEmpty }
    #expect(!isEarly)
    opening.finish()
    while answers.withLock(\.count) < 10 { await Task.yield() }
    #expect(answers.withLock { $0.allSatisfy(\.isEmpty) })
    #expect(runs.load(ordering: .relaxed) == 1)
  }

  @Test func `A check that takes too long fails and isn't started again`() async {
    let runs = Atomic(0)
    let isCanceled = Atomic(false)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let check = HealthCheck("database", timeLimit: .seconds(3)) {
      runs.add(1, ordering: .relaxed)
      await withTaskCancellationHandler {
        // This ignores the cancellation.
        await Task { for await _ in gate {} }.value
      } onCancel: {
        isCanceled.store(true, ordering: .relaxed)
      }
    }
    let checks = checks(check, HealthCheck("disk") {})
    for _ in 0..<2 {
      let answer = Mutex<[String]?>(nil)
      checks.check { failed in answer.withLock { $0 = failed } }
      await advance(by: .seconds(3)) { answer.withLock { $0 != nil } }
      #expect(answer.withLock(\.self) == ["database"])
      // The result is forgotten.
      await clock.advance(by: HealthChecks.memory)
    }
    let wasCanceled = isCanceled.load(ordering: .relaxed)
    #expect(wasCanceled)
    #expect(runs.load(ordering: .relaxed) == 1)
    opening.finish()
    // The check can run again when it has returned.
    await advance(by: HealthChecks.memory) {
      checks.check { _ in }
      return runs.load(ordering: .relaxed) == 2
    }
  }

  @Test func `Failures and recoveries are logged once`() async {
    let isFailing = Atomic(true)
    let runs = Atomic(0)
    let checks = checks(
      HealthCheck("database") {
        runs.add(1, ordering: .relaxed)
        if isFailing.load(ordering: .relaxed) { throw Closed() }
      })
    func run() async {
      let before = runs.load(ordering: .relaxed)
      while runs.load(ordering: .relaxed) == before {
        await clock.advance(by: HealthChecks.memory)
        _ = await failed(checks)
      }
    }
    for _ in 0..<3 { await run() }
    isFailing.store(false, ordering: .relaxed)
    for _ in 0..<3 { await run() }
    #expect(
      log.entries.map(\.message.description) == [
        "The health check 'database' failed: the connection is closed",
        "The health check 'database' passes again",
      ])
  }

  private enum TokenKey: DependencyKey {
    static let liveValue = "live"
    static let testValue = "test"
  }

  @Test func `A check has the dependencies of the server`() async {
    var dependencies = DependencyValues()
    dependencies.continuousClock = clock
    dependencies[TokenKey.self] = "server"
    let checks = HealthChecks(
      [
        HealthCheck("token") {
          @Dependency(TokenKey.self) var token
          if token != "server" { throw Closed() }
        }
      ], dependencies: dependencies, logger: Logger(label: "test") { [log] _ in log })
    #expect(await failed(checks) == [])
  }
}
