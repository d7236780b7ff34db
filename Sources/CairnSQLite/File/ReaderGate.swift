import Dispatch
import Synchronization

/// A gate that admits readers until the file is closed, and that knows when the last reader has left.
///
/// It's needed because the connections must not be closed while a read is being started.
final class ReaderGate: Sendable {
  private struct State {
    var readers = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let isEmpty = DispatchSemaphore(value: 0)

  /// Admits a reader, unless the file is closed.
  ///
  /// - Returns: Whether the reader was admitted. An admitted reader must call ``leave()``.
  func enter() -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.readers += 1
      return true
    }
  }

  func leave() {
    let isLast = state.withLock { state in
      state.readers -= 1
      return state.readers == 0 && state.isClosed
    }
    if isLast { isEmpty.signal() }
  }

  /// Stops admitting readers, and waits until all readers have left. Call this only once.
  func close() {
    let hasReaders = state.withLock { state in
      state.isClosed = true
      return state.readers > 0
    }
    if hasReaders { isEmpty.wait() }
  }
}
