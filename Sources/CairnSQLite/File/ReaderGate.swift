import Dispatch
import Synchronization

/// Lets readers in until the file is closed, and knows when the last of them has left.
///
/// The connections must not be closed while a read is being started.
final class ReaderGate: Sendable {
  private struct State {
    var readers = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let isEmpty = DispatchSemaphore(value: 0)

  /// - Returns: False where the file is closed; else the reader has to `leave`.
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

  /// Lets nobody in any more, and waits for those who are. To be called once.
  func close() {
    let hasReaders = state.withLock { state in
      state.isClosed = true
      return state.readers > 0
    }
    if hasReaders { isEmpty.wait() }
  }
}
