internal import IssueReporting
internal import Synchronization

/// A clock whose time goes on only when a test says so.
///
/// ```swift
/// let clock = TestClock()
/// let store = TestStore(initialState: Timer.State()) {
///   Timer()
/// } withDependencies: {
///   $0.continuousClock = clock
/// }
/// await store.send(.startTapped)
/// await clock.advance(by: .seconds(1))
/// await store.receive(\.ticked) { $0.seconds = 1 }
/// ```
///
/// Time goes on from one sleeper's deadline to the next, and between the two all tasks that are
/// ready get to run; so a loop that sleeps a second ten times wakes ten times when the clock
/// advances by ten seconds. A cancelled sleeper wakes at once and throws `CancellationError`.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock {
  public typealias Instant = ClockOffset<Duration>

  private struct Sleeper {
    let id: Int
    /// Tells which task sleeps. A later task may get the same; then the clock is just more patient
    /// with it than need be.
    let task: Int
    /// Where the task runs, when it is one of a test's effects.
    let executor: SerialTaskExecutor?
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private enum Verdict { case sleeps, isCancelled, isPast }

  private struct State {
    var now: Instant
    var nextID = 0
    /// In the order of their deadlines; those of the same one in the order of their coming.
    var sleepers: [Sleeper] = []
    /// How often each task came to sleep.
    var visits: [Int: Int] = [:]
    /// Whether a task slept here that nobody can let run but by giving it time.
    var hadOthers = false
  }

  private let state: Mutex<State>

  /// A clock at a time.
  public init(now: Instant = Instant()) {
    state = Mutex(State(now: now))
  }

  public var now: Instant { state.withLock(\.now) }

  public var minimumResolution: Duration { .zero }

  /// Waits until the clock was advanced to the deadline. Returns at once where that is past.
  ///
  /// A deadline that is now waits too, for the next time the clock is advanced, be it by nothing.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let task = withUnsafeCurrentTask { $0.hashValue }
    let executor = SerialTaskExecutor.current
    var wait: EffectActivity.Wait?
    defer { wait?.end() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(
          id: id, task: task, executor: executor, deadline: deadline, continuation: continuation)
        // From now on: whoever is told that the effect waits may advance the clock.
        if add(sleeper) { wait = EffectActivity.beginWait() }
      }
    } onCancel: {
      // Finds nothing where the sleeper was not added yet; then `add` sees the cancellation.
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    try Task.checkCancellation()
  }

  /// Lets a task sleep, and answers whether it does.
  private func add(_ sleeper: Sleeper) -> Bool {
    let verdict: Verdict = state.withLock { state in
      // Looked at under the lock that `onCancel` takes, so a cancellation is seen here or there.
      if Task.isCancelled { return .isCancelled }
      if sleeper.deadline < state.now { return .isPast }
      let index = state.sleepers.firstIndex { sleeper.deadline < $0.deadline }
      state.sleepers.insert(sleeper, at: index ?? state.sleepers.endIndex)
      state.visits[sleeper.task, default: 0] += 1
      if sleeper.executor == nil { state.hadOthers = true }
      return .sleeps
    }
    switch verdict {
    case .sleeps: break
    case .isCancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .isPast: sleeper.continuation.resume()
    }
    return verdict == .sleeps
  }

  /// Advances the clock by a duration, waking the sleepers on the way.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the clock to a time, waking the sleepers on the way, each at its deadline.
  ///
  /// A time that is past changes nothing, but tasks that are ready still get to run.
  public func advance(to deadline: Instant) async {
    await waitForSleepers()
    while let sleeper = wakeNext(until: deadline) { await settle(after: sleeper) }
    state.withLock { $0.now = max($0.now, deadline) }
    if state.withLock({ $0.hadOthers || $0.visits.isEmpty }) { await Task.megaYield() }
    // Those that came to sleep late, until a time that the clock has reached.
    while let sleeper = wakeNext(until: deadline) { await settle(after: sleeper) }
  }

  /// Advances the clock until nobody sleeps.
  ///
  /// - Parameters:
  ///   - timeout: How long to try, in real time. Beyond it, as with a timer that nobody stops, an
  ///     issue is reported.
  ///   - fileID: The source's file, for the message; and so on for the other three.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let end = ContinuousClock.now.advanced(by: timeout)
    await waitForSleepers()
    while let sleeper = wakeNext(until: nil) {
      await settle(after: sleeper)
      if ContinuousClock.now >= end { break }
    }
    let count = state.withLock(\.sleepers.count)
    if count > 0 {
      reportIssue(
        """
        The test clock was run for \(timeout), and there are still sleepers: \(count).

        • A timer sleeps again after each tick: cancel its task, and use 'advance(by:)'.
        • Where there is just much to do, give 'run(timeout:)' more time.
        """,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Throws where a task sleeps on this clock, to show that nothing is left to happen.
  ///
  /// - Throws: ``SuspensionError``
  public func checkSuspension() async throws {
    // Those that were cancelled a moment ago go.
    await Task.megaYield(for: .milliseconds(10)) { state.withLock(\.sleepers.isEmpty) }
    let deadlines = state.withLock { $0.sleepers.map(\.deadline.offset) }
    if !deadlines.isEmpty {
      throw SuspensionError(deadlines: deadlines.map { "\($0)" })
    }
  }

  /// Resumes the next sleeper up to a deadline, moves the time to it, and returns it.
  private func wakeNext(until deadline: Instant?) -> Sleeper? {
    let sleeper: Sleeper? = state.withLock { state in
      guard let first = state.sleepers.first, deadline.map({ first.deadline <= $0 }) ?? true else {
        return nil
      }
      state.sleepers.removeFirst()
      state.now = max(state.now, first.deadline)
      return first
    }
    sleeper?.continuation.resume()
    return sleeper
  }

  /// Lets what is ready run, so that who is about to sleep sleeps.
  ///
  /// A clock that nobody ever slept on is given more time for the first sleeper to come.
  private func waitForSleepers() async {
    if await runEffects() { return }
    let isNew = state.withLock { $0.visits.isEmpty }
    await Task.megaYield(for: .milliseconds(isNew ? 100 : 10)) {
      state.withLock { !$0.sleepers.isEmpty }
    }
  }

  /// Lets the effects run whose tasks sleep here; true where these are all that sleep.
  private func runEffects() async -> Bool {
    let sleepers = state.withLock(\.sleepers)
    guard !sleepers.isEmpty, sleepers.allSatisfy({ $0.executor != nil }) else { return false }
    for case let executor? in sleepers.map(\.executor) { await executor.run() }
    return true
  }

  /// Lets what follows from waking a sleeper run.
  ///
  /// A task that slept before and woke, as the loop of a timer does, is expected to come again, and
  /// has then done its work; a task that slept but once may have ended. Of a test's effect it is known
  /// when it has come again or ended.
  private func settle(after sleeper: Sleeper) async {
    let visits = state.withLock { $0.visits[sleeper.task] ?? 0 }
    let hasComeAgain = { [self] in state.withLock { ($0.visits[sleeper.task] ?? 0) > visits } }
    if let executor = sleeper.executor {
      let ends = executor.numberOfEnds
      await executor.run()
      if hasComeAgain() || executor.numberOfEnds > ends { return }
    }
    await Task.megaYield(for: .milliseconds(visits > 1 ? 100 : 10), until: hasComeAgain)
  }
}

extension TestClock where Duration == Swift.Duration {
  /// A clock at its beginning.
  public convenience init() {
    self.init(now: Instant())
  }
}
