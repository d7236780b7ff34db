import CairnDependencies
import Synchronization

/// Somebody who waits for a change, and looks for himself what has changed.
final class ChangeWaiter: Sendable {
  private struct State {
    var hasChanged = false
    var continuation: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Tells that something has changed.
  func signal() {
    let continuation = state.withLock { state in
      state.hasChanged = true
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume()
  }

  /// Waits for a change since the last wait. For one task at a time.
  func wait() async {
    let mark = EffectActivity.beginWait()
    defer { mark?.end() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if !state.hasChanged, !Task.isCancelled { state.continuation = continuation }
          return state.continuation == nil
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      signal()
    }
    state.withLock { $0.hasChanged = false }
  }
}
