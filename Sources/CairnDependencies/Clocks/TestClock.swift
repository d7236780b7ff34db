internal import IssueReporting
internal import Synchronization

/// A clock whose time advances only when a test advances it.
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
/// The time moves from one sleeper's deadline to the next, and in between, all tasks that are ready can run. A
/// loop that sleeps a second ten times therefore wakes ten times when you advance the clock by ten seconds. If
/// a sleeping task is canceled, it wakes immediately and throws `CancellationError`.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock {
  public typealias Instant = ClockOffset<Duration>

  private struct Sleeper {
    let id: Int
    /// The identity of the sleeping task. A later task may get an equal one, and then the clock only waits
    /// longer than necessary.
    let task: Int
    /// The executor of the task if it belongs to a test's effects.
    let executor: (any EffectExecutor)?
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private enum Verdict { case sleeps, isCancelled, isPast }

  private struct State {
    var now: Instant
    var nextID = 0
    /// The sleepers in the order of their deadlines. Sleepers with equal deadlines are in the order of their
    /// arrival.
    var sleepers: [Sleeper] = []
    /// The number of times that each task has slept.
    var visits: [Int: Int] = [:]
    /// Whether a task without a known executor has slept on this clock. The clock can only give it time to run.
    var hadOthers = false
  }

  private let state: Mutex<State>

  /// Creates a clock with a given time.
  public init(now: Instant = Instant()) {
    state = Mutex(State(now: now))
  }

  public var now: Instant { state.withLock(\.now) }

  public var minimumResolution: Duration { .zero }

  /// Waits until the clock has been advanced to the deadline. It returns immediately if the deadline has
  /// passed.
  ///
  /// If the deadline is the current time, it waits for the next call that advances the clock, even by zero.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let task = withUnsafeCurrentTask { $0.hashValue }
    let executor = currentEffectExecutor
    var wait: EffectActivity.Wait?
    defer { wait?.end() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(
          id: id, task: task, executor: executor, deadline: deadline, continuation: continuation)
        // From now on, the test may advance the clock when it learns that the effect waits.
        if add(sleeper) { wait = EffectActivity.beginWait() }
      }
    } onCancel: {
      // If the sleeper hasn't been added yet, this doesn't find it. `add` then detects the cancellation.
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    try Task.checkCancellation()
  }

  /// Adds a sleeper, unless its task was canceled or its deadline has passed.
  /// - Returns: Whether it was added.
  private func add(_ sleeper: Sleeper) -> Bool {
    let verdict: Verdict = state.withLock { state in
      // `onCancel` takes the same lock, so a cancellation is detected either here or there.
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

  /// Advances the clock by a duration, and wakes the sleepers in between.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the clock to a time, and wakes each sleeper in between at its deadline.
  ///
  /// A time in the past doesn't change the clock, but tasks that are ready can still run.
  public func advance(to deadline: Instant) async {
    await waitForSleepers()
    while let sleeper = wakeNext(until: deadline) { await settle(after: sleeper) }
    state.withLock { $0.now = max($0.now, deadline) }
    if state.withLock({ $0.hadOthers || $0.visits.isEmpty }) { await Task.megaYield() }
    // Wake sleepers that arrived late, if the clock has reached their deadlines.
    while let sleeper = wakeNext(until: deadline) { await settle(after: sleeper) }
  }

  /// Advances the clock until there are no more sleepers.
  ///
  /// - Parameter timeout: The maximum time for this, measured by ``DependencyValues/timeoutClock``. If it's exceeded,
  ///   as with a timer that isn't stopped, an issue is reported.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let deadline = Deadline(after: timeout, on: DependencyValues._current.timeoutClock)
    defer { deadline.cancel() }
    await waitForSleepers()
    while let sleeper = wakeNext(until: nil) {
      await settle(after: sleeper)
      if deadline.isPast { break }
    }
    let count = state.withLock(\.sleepers.count)
    if count > 0 {
      reportIssue(
        """
        The test clock ran for \(timeout), but tasks are still sleeping on it: \(count).

        • A timer sleeps again after each tick. Cancel its task, and use 'advance(by:)' instead.
        • If there's a lot of work to do, pass a longer timeout to 'run(timeout:)'.
        """,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Throws an error if a task sleeps on this clock. Use it to check that no more events will follow.
  ///
  /// - Throws: ``SuspensionError``
  public func checkSuspension() async throws {
    // Give tasks that were just canceled time to end.
    await Task.megaYield(for: .milliseconds(10)) { state.withLock(\.sleepers.isEmpty) }
    let deadlines = state.withLock { $0.sleepers.map(\.deadline.offset) }
    if !deadlines.isEmpty {
      throw SuspensionError(deadlines: deadlines.map { "\($0)" })
    }
  }

  /// Resumes the next sleeper up to a deadline, moves the time to its deadline, and returns it.
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

  /// Lets tasks that are ready run, so that tasks that are about to sleep do so.
  ///
  /// If the clock has never had a sleeper, the first one gets more time to arrive.
  private func waitForSleepers() async {
    if await runEffects() { return }
    let isNew = state.withLock { $0.visits.isEmpty }
    await Task.megaYield(for: .milliseconds(isNew ? 100 : 10)) {
      state.withLock { !$0.sleepers.isEmpty }
    }
  }

  /// Runs the effects whose tasks sleep here.
  /// - Returns: Whether all sleepers are such effects.
  private func runEffects() async -> Bool {
    let sleepers = state.withLock(\.sleepers)
    guard !sleepers.isEmpty, sleepers.allSatisfy({ $0.executor != nil }) else { return false }
    for case let executor? in sleepers.map(\.executor) { await executor.runReadyTasks() }
    return true
  }

  /// Runs the tasks that are ready after a sleeper was resumed.
  ///
  /// A task that has slept before, such as the loop of a timer, is expected to sleep again when it has done its
  /// work. A task that has slept only once may have ended. For an effect of a test, the executor reports when
  /// it has ended.
  private func settle(after sleeper: Sleeper) async {
    let visits = state.withLock { $0.visits[sleeper.task] ?? 0 }
    let hasComeAgain = { [self] in state.withLock { ($0.visits[sleeper.task] ?? 0) > visits } }
    if let executor = sleeper.executor {
      let ends = executor.numberOfEnds
      await executor.runReadyTasks()
      if hasComeAgain() || executor.numberOfEnds > ends { return }
    }
    await Task.megaYield(for: .milliseconds(visits > 1 ? 100 : 10), until: hasComeAgain)
  }
}

extension TestClock where Duration == Swift.Duration {
  /// Creates a clock at its beginning.
  public convenience init() {
    self.init(now: Instant())
  }
}
