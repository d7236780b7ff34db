import CairnModels
import Dispatch
import Foundation
import Synchronization

/// A record of what happened in a store under test and hasn't been asserted yet.
///
/// The store reports to it under the store's lock. The test can use it on any thread.
final class TestRecord: StoreObserver {
  struct Event: Sendable {
    let value: any Sendable
    let sender: ModelIdentity
  }

  private struct State {
    var events: [Event] = []
    /// The number of events so far.
    var eventCount = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
  }

  private let isolation: TestIsolation
  private let state = Mutex(State())
  /// Signals each event to threads that are blocked in ``standStill(for:until:)``.
  private let condition = NSCondition()
  private let test = Mutex<WeakTest>(WeakTest())

  private struct WeakTest: Sendable {
    weak var value: (any AnyTest)?
  }

  init(_ isolation: TestIsolation) {
    self.isolation = isolation
  }

  /// The test, or `nil` if it has ended.
  var owner: (any AnyTest)? { test.withLock(\.value) }

  func begin(_ owner: any AnyTest) {
    test.withLock { $0.value = owner }
  }

  // MARK: What happens

  func didChange() {
    owner?.noteState()
    note { _ in }
  }

  func didEndTask() { note { _ in } }

  func didSend(_ event: any Sendable, from sender: ModelIdentity) {
    note { $0.events.append(Event(value: event, sender: sender)) }
  }

  private func note(_ change: (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      state.eventCount += 1
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }

  // MARK: Events

  var events: [Event] { state.withLock(\.events) }

  /// Removes and returns the first event that matches, or returns `nil` if there isn't one.
  func takeEvent(where isMeant: (Event) -> Bool) -> Event? {
    state.withLock { state in
      state.events.firstIndex(where: isMeant).map { state.events.remove(at: $0) }
    }
  }

  func forgetEvents() { state.withLock { $0.events = [] } }

  // MARK: Waiting

  /// Waits until a condition is true.
  /// - Parameters:
  ///   - timeout: The maximum time to wait.
  ///   - clock: The clock that measures the time.
  ///   - condition: The condition, which is checked after each event.
  /// - Returns: Whether the condition was true before the time was over.
  nonisolated(nonsending) func wait(
    for timeout: Duration, on clock: any Clock<Duration>, until condition: () -> Bool
  ) async -> Bool {
    if condition() { return true }
    let deadline = Deadline(after: timeout, on: clock) { [self] in note { _ in } }
    defer { deadline.cancel() }
    while true {
      let eventCount = state.withLock(\.eventCount)
      if condition() { return true }
      guard !deadline.isPast else {
        // Tasks that are ready may not have run yet.
        for _ in 0..<4 { await isolation.drain() }
        return condition()
      }
      await waitForEvent(after: eventCount)
    }
  }

  private func waitForEvent(after eventCount: Int) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard state.eventCount == eventCount else { return true }
        state.waiters[state.nextWaiter] = continuation
        state.nextWaiter += 1
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  /// Blocks the thread until a condition is true, or the process has had nothing to do for a time.
  ///
  /// It's used at the end of a test, when waiting asynchronously isn't possible.
  func standStill(for timeout: Duration, until isMet: () -> Bool) {
    var time = IdleTime()
    // The signaling thread holds the store's lock, which the condition may need.
    while !isMet(), time.elapsed < timeout {
      // Signals during the check are missed, so check again soon.
      let next = Date(timeIntervalSinceNow: IdleTime.tick / .seconds(1))
      condition.lock()
      let hasChanged = condition.wait(until: next)
      condition.unlock()
      // A signal counts too, because a task may never wait.
      time.addTick(isBusy: hasChanged || ProcessLoad.isBusy)
    }
  }
}
