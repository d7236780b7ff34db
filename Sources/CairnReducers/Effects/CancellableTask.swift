import Synchronization

/// A task that any thread can cancel, even before the task begins.
final class CancellableTask: Sendable {
  private struct State {
    var isCanceled = false
    var cancel: (@Sendable () -> Void)?
    var onCancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var isCanceled: Bool { state.withLock(\.isCanceled) }

  /// Begins the task.
  ///
  /// Cancellations aren't lost. If the task was canceled before, it's canceled immediately after it's created.
  ///
  /// - Parameter onCancel: A closure that's called once when the task is canceled.
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

  /// Cancels the task. The task is canceled when this method returns, even if another thread has started to cancel it.
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
