import Synchronization

/// Everything that follows from one action that was sent from outside: its effects, the actions that
/// these send, their effects, and so on.
package final class Cascade: Sendable {
  private struct State {
    var running = 0
    var isCancelled = false
    var tasks: [ObjectIdentifier: Task<Void, Never>] = [:]
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var isCancelled: Bool {
    state.withLock { $0.isCancelled }
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
      state.tasks[ObjectIdentifier(effect)] = task
      return state.isCancelled
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

  package func cancel() {
    let tasks = state.withLock { state in
      state.isCancelled = true
      return state.tasks.values
    }
    for task in tasks { task.cancel() }
  }

  package func finish() async {
    await withCheckedContinuation { continuation in
      let isFinished = state.withLock { state in
        if state.running > 0 { state.waiters.append(continuation) }
        return state.running == 0
      }
      if isFinished { continuation.resume() }
    }
  }
}
