import Synchronization

/// The work of one `cancellable(id:)` or one `withTaskCancellation(id:)`.
///
/// A scope is open from the time its work begins until all of it has ended. A chain of effects is one scope. Canceling
/// it prevents the rest of the chain from beginning.
final class CancellationScope: Sendable {
  let cancellation: Cancellation
  private let canceled = Atomic(false)
  private let tasks = Mutex<[ObjectIdentifier: CancellableTask]>([:])

  init(_ cancellation: Cancellation) {
    self.cancellation = cancellation
  }

  var isCanceled: Bool { canceled.load(ordering: .acquiring) }

  /// Adds a task before it begins. If the scope is already canceled, the task is canceled too.
  func add(_ task: CancellableTask) {
    tasks.withLock { $0[ObjectIdentifier(task)] = task }
    if isCanceled { task.cancel() }
  }

  func remove(_ task: CancellableTask) {
    tasks.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(task)) }
  }

  /// Prevents the tasks of this scope from sending actions, and prevents further tasks from beginning.
  func markCanceled() {
    canceled.store(true, ordering: .releasing)
  }

  /// Cancels the tasks of a scope that was marked as canceled.
  func cancelTasks() {
    let tasks = tasks.withLock { Array($0.values) }
    for task in tasks { task.cancel() }
  }
}
