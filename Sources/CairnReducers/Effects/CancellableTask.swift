import Synchronization

/// A task that can be canceled before it begins, and from any thread.
final class CancellableTask: Sendable {
  private struct State {
    var isCanceled = false
    var cancel: (@Sendable () -> Void)?
    var onCancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var isCanceled: Bool { state.withLock(\.isCanceled) }

  /// Begins the task. A cancellation reaches it in any case: one that came before at once, and one that
  /// comes now as soon as the task exists.
  /// - Parameter onCancel: Called once when the task is canceled.
  @discardableResult
  func begin<Success>(
    onCancel: (@Sendable () -> Void)? = nil, _ make: () -> Task<Success, Never>
  ) -> Task<Success, Never> {
    let (task, isCanceled) = state.withLock { state in
      let task = make()
      state.cancel = { task.cancel() }
      if !state.isCanceled { state.onCancel = onCancel }
      return (task, state.isCanceled)
    }
    if isCanceled {
      task.cancel()
      onCancel?()
    }
    return task
  }

  /// Cancels the task. It is canceled when this returns, even if another thread has begun to cancel it.
  func cancel() {
    let (cancel, onCancel) = state.withLock { state in
      defer { state.onCancel = nil }
      state.isCanceled = true
      return (state.cancel, state.onCancel)
    }
    cancel?()
    onCancel?()
  }
}
