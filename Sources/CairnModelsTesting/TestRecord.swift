import CairnModels
import Dispatch
import Foundation
import Synchronization

/// What happened in a store under test and was not asserted yet.
///
/// The store tells it under its lock; the test asks from wherever it runs.
final class TestRecord: StoreObserver {
  struct Event: Sendable {
    let value: any Sendable
    let sender: ModelIdentity
  }

  private struct State {
    var events: [Event] = []
    /// Counts what happened.
    var moment = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
  }

  private let isolation: TestIsolation
  private let state = Mutex(State())
  /// Signals whatever happens, for who stands still until it does.
  private let condition = NSCondition()
  private let test = Mutex<WeakTest>(WeakTest())

  private struct WeakTest: Sendable {
    weak var value: (any AnyTest)?
  }

  init(_ isolation: TestIsolation) {
    self.isolation = isolation
  }

  /// The test that is told; nil when it is over.
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
      state.moment += 1
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

  /// Takes the first event that is meant; nil where none is there.
  func takeEvent(where isMeant: (Event) -> Bool) -> Event? {
    state.withLock { state in
      state.events.firstIndex(where: isMeant).map { state.events.remove(at: $0) }
    }
  }

  func forgetEvents() { state.withLock { $0.events = [] } }

  // MARK: Waiting

  /// Waits until a condition holds; false where it does not when the time is over.
  nonisolated(nonsending) func wait(for timeout: Duration, until condition: () -> Bool) async
    -> Bool
  {
    let deadline = ContinuousClock.now.advanced(by: timeout)
    while true {
      let moment = state.withLock(\.moment)
      if condition() { return true }
      guard ContinuousClock.now < deadline else {
        // On a busy machine that may be before anything had its turn.
        for _ in 0..<4 { await isolation.drain() }
        return condition()
      }
      await waitForMoment(after: moment, until: deadline)
    }
  }

  private func waitForMoment(after moment: Int, until deadline: ContinuousClock.Instant) async {
    let timer = Task {
      try? await Task.sleep(until: deadline, clock: .continuous)
      wakeAll()
    }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard state.moment == moment else { return true }
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
      // Who is about to wait has missed it otherwise.
      state.moment += 1
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// Stands still until a condition holds, where nobody can wait otherwise: as a test ends.
  func standStill(for timeout: TimeInterval, until isMet: () -> Bool) {
    let deadline = Date(timeIntervalSinceNow: timeout)
    condition.lock()
    defer { condition.unlock() }
    while true {
      // Whoever signals has the store's lock, which the condition may need.
      condition.unlock()
      let isOver = isMet()
      condition.lock()
      // What comes between is seen a moment later.
      let next = min(deadline, Date(timeIntervalSinceNow: 0.01))
      guard !isOver, Date() < deadline else { return }
      _ = condition.wait(until: next)
    }
  }
}
