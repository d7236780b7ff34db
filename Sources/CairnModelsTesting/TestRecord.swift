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
  /// - Returns: Whether the condition was true before the time was over.
  nonisolated(nonsending) func wait(for timeout: Duration, until condition: () -> Bool) async
    -> Bool
  {
    let deadline = ContinuousClock.now.advanced(by: timeout)
    while true {
      let eventCount = state.withLock(\.eventCount)
      if condition() { return true }
      guard ContinuousClock.now < deadline else {
        // On a busy machine, tasks may not have run yet.
        for _ in 0..<4 { await isolation.drain() }
        return condition()
      }
      await waitForEvent(after: eventCount, until: deadline)
    }
  }

  private func waitForEvent(after eventCount: Int, until deadline: ContinuousClock.Instant) async {
    let timer = Task {
      try? await Task.sleep(until: deadline, clock: .continuous)
      wakeAll()
    }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard state.eventCount == eventCount else { return true }
        state.waiters[state.nextWaiter] = continuation
        state.nextWaiter += 1
        return false
      }
      if isOver { continuation.resume() }
    }
    timer.cancel()
  }

  private func wakeAll() {
    let waiters = state.withLock { state in
      // Otherwise, a task that is about to wait would miss this.
      state.eventCount += 1
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// Blocks the thread until a condition is true, or the time is over.
  ///
  /// It's used at the end of a test, when waiting asynchronously isn't possible.
  func standStill(for timeout: TimeInterval, until isMet: () -> Bool) {
    let deadline = Date(timeIntervalSinceNow: timeout)
    condition.lock()
    defer { condition.unlock() }
    while true {
      // The signaling thread holds the store's lock, which the condition may need.
      condition.unlock()
      let isOver = isMet()
      condition.lock()
      // Signals during the check are missed, so check again soon.
      let next = min(deadline, Date(timeIntervalSinceNow: 0.01))
      guard !isOver, Date() < deadline else { return }
      _ = condition.wait(until: next)
    }
  }
}
