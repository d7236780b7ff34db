import Synchronization

/// Lets readers in until the store is closed, and knows when the last of them has left.
///
/// The connections must not be closed while a read is being started.
final class ReaderGate: Sendable {
  private struct State {
    var readers = 0
    var isClosed = false
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// - Returns: False where the store is closed; else the reader has to `leave`.
  func enter() -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.readers += 1
      return true
    }
  }

  func leave() {
    let closers = state.withLock { state in
      state.readers -= 1
      guard state.readers == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.closers = [] }
      return state.closers
    }
    for closer in closers { closer.resume() }
  }

  /// Lets nobody in any more, and waits for those who are.
  func close() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        state.isClosed = true
        if state.readers > 0 { state.closers.append(continuation) }
        return state.readers == 0
      }
      if isEmpty { continuation.resume() }
    }
  }
}
