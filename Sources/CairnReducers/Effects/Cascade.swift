import CairnDependencies
import Synchronization

/// Everything that follows from one action that was sent from outside: its effects, the actions that
/// these send, their effects, and so on.
///
/// Each effect has a lineage, a depth in the tree of features (see ``EffectContext/lineage``). The task
/// of a child's store cancels what is of the child's depth or deeper, and so leaves the parent's alone.
package final class Cascade: Sendable {
  private struct State {
    var running = 0
    /// The least lineage that is cancelled.
    var cancelledLineage = Int.max
    var tasks: [ObjectIdentifier: (task: Task<Void, Never>, lineage: Int)] = [:]
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// What counts its effects.
  private let isolation: ObjectIdentifier?

  package init(in isolation: AnyObject? = nil) {
    self.isolation = isolation.map { ObjectIdentifier($0) }
  }

  /// Whether what is of a depth, or deeper, was cancelled.
  package func isCancelled(from depth: Int) -> Bool {
    state.withLock { $0.cancelledLineage <= depth }
  }

  package var isFinished: Bool {
    state.withLock { $0.running == 0 }
  }

  func begin() {
    state.withLock { $0.running += 1 }
  }

  /// Notes the task of an effect, which is cancelled with the cascade.
  func add(_ task: Task<Void, Never>, of effect: RunningEffect) {
    let isCancelled = state.withLock { state in
      state.tasks[ObjectIdentifier(effect)] = (task, effect.lineage)
      return state.cancelledLineage <= effect.lineage
    }
    if isCancelled { task.cancel() }
  }

  /// Forgets the task of an effect. A cascade may last as long as its scene: a timer's does.
  func remove(taskOf effect: RunningEffect) {
    state.withLock { _ = $0.tasks.removeValue(forKey: ObjectIdentifier(effect)) }
  }

  /// How many effects run.
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

  /// Cancels what is of a depth, or deeper. No effect of it begins any more.
  package func cancel(from depth: Int) {
    let effects = state.withLock { state in
      state.cancelledLineage = min(state.cancelledLineage, depth)
      return state.tasks.values
    }
    for effect in effects where effect.lineage >= depth { effect.task.cancel() }
  }

  package func finish() async {
    // The effects are counted themselves: waiting for them is no more work.
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
