import CairnDependencies
import Synchronization

/// All work that results from one action sent from outside.
///
/// This includes the effects of the action, the actions that these effects send, the effects of those actions, and so
/// on.
///
/// Each effect has a lineage, which is a depth in the tree of features (see ``EffectContext/lineage``). The task of a
/// child's store cancels only effects at the child's depth or deeper, so the parent's effects continue.
package final class Cascade: Sendable {
  private struct State {
    var running = 0
    /// The smallest canceled lineage.
    var cancelledLineage = Int.max
    var tasks: [ObjectIdentifier: (task: Task<Void, Never>, lineage: Int)] = [:]
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// The identity of the isolation that counts these effects as working or waiting.
  private let isolation: ObjectIdentifier?

  package init(in isolation: AnyObject? = nil) {
    self.isolation = isolation.map { ObjectIdentifier($0) }
  }

  /// Whether work at a depth, or deeper, was canceled.
  package func isCancelled(from depth: Int) -> Bool {
    state.withLock { $0.cancelledLineage <= depth }
  }

  package var isFinished: Bool {
    state.withLock { $0.running == 0 }
  }

  func begin() {
    state.withLock { $0.running += 1 }
  }

  /// Stores the task of an effect, so that it can be canceled.
  func add(_ task: Task<Void, Never>, of effect: RunningEffect) {
    let isCancelled = state.withLock { state in
      state.tasks[ObjectIdentifier(effect)] = (task, effect.lineage)
      return state.cancelledLineage <= effect.lineage
    }
    if isCancelled { task.cancel() }
  }

  /// Removes the task of an effect. A `Cascade` can last as long as its scene, for example because of a timer.
  func remove(taskOf effect: RunningEffect) {
    state.withLock { _ = $0.tasks.removeValue(forKey: ObjectIdentifier(effect)) }
  }

  /// The number of running tasks.
  package var numberOfTasks: Int {
    state.withLock { $0.tasks.count }
  }

  func end() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.running -= 1
      guard state.running == 0 else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Cancels the work at a depth or deeper. Effects in that range don't begin anymore.
  package func cancel(from depth: Int) {
    let effects = state.withLock { state in
      state.cancelledLineage = min(state.cancelledLineage, depth)
      return state.tasks.values
    }
    for effect in effects where effect.lineage >= depth { effect.task.cancel() }
  }

  package func finish() async {
    // The isolation already counts the effects themselves, so waiting for them doesn't count as additional work.
    let isCounted = isolation != nil && EffectActivity.current?.isolation == isolation
    let wait = isCounted ? EffectActivity.beginWait() : nil
    defer { wait?.end() }
    await withCheckedContinuation { continuation in
      let isFinished = state.withLock { state in
        if state.running > 0 { state.waiters.append(continuation) }
        return state.running == 0
      }
      if isFinished { continuation.resume() }
    }
  }
}
