import CairnFeatures
import Synchronization

/// The flash messages of a test store's feature that the test hasn't asserted yet.
final class TestFlash: Sendable {
  private struct State: Sendable {
    var messages: [String] = []
    var onArrival: @Sendable () -> Void = {}
  }

  private let state = Mutex(State())

  /// The function that the feature calls.
  var effect: FlashEffect {
    FlashEffect { [self] message in
      let onArrival = state.withLock { state in
        state.messages.append(message)
        return state.onArrival
      }
      onArrival()
    }
  }

  /// The messages in the order in which they were shown.
  var messages: [String] { state.withLock { $0.messages } }

  /// Sets a closure that's called after each message, on any thread.
  func setOnArrival(_ onArrival: @escaping @Sendable () -> Void) {
    state.withLock { $0.onArrival = onArrival }
  }

  /// Removes the first messages, and returns them.
  func removeFirst(_ count: Int) -> [String] {
    state.withLock { state in
      let removed = Array(state.messages.prefix(count))
      state.messages.removeFirst(removed.count)
      return removed
    }
  }
}
