import CairnReducers
import Glibc
import Synchronization

/// The main actor, where a test can wait for what is on its way there.
///
/// An effect that has sent its last action has still to come back and say that it has ended. A test that
/// ends in that moment would blame it, if only its `deinit` could not let it in first.
final class TestIsolation: StoreIsolation {
  private let arriving = Mutex<[@Sendable () -> Void]>([])

  /// Called after something has come, which may have been an action or the end of an effect.
  @MainActor var onArrival: () -> Void = {}

  @MainActor init() {}

  func perform(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      arriving.withLock { arriving in
        arriving.append {
          body()
          continuation.resume()
        }
      }
      Task { @MainActor in letIn() }
    }
  }

  func runningEffectsChanged(by difference: Int) {}

  func actionProcessed() {}

  /// Does what has arrived, in its order.
  @MainActor
  func letIn() {
    let arrived = arriving.withLock { arriving in
      defer { arriving = [] }
      return arriving
    }
    for body in arrived { body() }
    if !arrived.isEmpty { onArrival() }
  }

  /// Lets in what arrives, until a condition holds; not for long.
  @MainActor
  func letIn(until condition: () -> Bool) {
    let deadline = ContinuousClock.now.advanced(by: .milliseconds(100))
    letIn()
    while !condition(), ContinuousClock.now < deadline {
      usleep(500)
      letIn()
    }
  }
}
