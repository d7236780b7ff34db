import Synchronization

/// Everything that follows from one action that was sent from outside: its effects, the actions that
/// these send, their effects, and so on.
package final class Cascade: Sendable {
  private struct State {
    var running = 0
    var isCancelled = false
    var tasks: [Task<Void, Never>] = []
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

  func add(_ task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      state.tasks.append(task)
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func end() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.running -= 1
      guard state.running == 0 else { return [] }
      state.tasks = []
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  package func cancel() {
    let tasks = state.withLock { state in
      state.isCancelled = true
      return state.tasks
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
