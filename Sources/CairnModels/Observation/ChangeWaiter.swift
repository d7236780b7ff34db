import CairnDependencies
import Synchronization

/// Somebody who waits for a change, and looks for himself what has changed.
final class ChangeWaiter: Sendable {
  private struct State {
    var hasChanged = false
    var reader: StreamReader<Void>?
  }

  private let state = Mutex(State())

  /// Tells that something has changed.
  func signal() {
    let reader = state.withLock { state in
      state.hasChanged = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: ())
  }

  /// Waits for a change since the last wait. For one task at a time.
  func wait() async {
    await withTaskCancellationHandler {
      _ = await withCheckedContinuation { continuation in
        let reader = StreamReader<Void>(continuation)
        let isOver = state.withLock { state in
          if !state.hasChanged, !Task.isCancelled { state.reader = reader }
          return state.reader == nil
        }
        if isOver { reader.resume(returning: ()) }
      }
    } onCancel: {
      signal()
    }
    state.withLock { $0.hasChanged = false }
  }
}
