import CairnReducers
import Synchronization

/// The main actor as the isolation of a store, with a way to wait for its actions and effects.
final class PageIsolation: StoreIsolation {
  private let waiter = Mutex<CheckedContinuation<Void, Never>?>(nil)

  func perform(_ body: @escaping @Sendable () -> Void) async {
    await MainActor.run(body: body)
  }

  func runningEffectsChanged(by difference: Int) { notify() }

  func actionProcessed() { notify() }

  /// Waits until a condition is true. It's checked after each action, and when an effect begins or ends.
  ///
  /// Only one task can wait at a time.
  @MainActor
  func wait(until condition: () -> Bool) async {
    while !condition() {
      await withCheckedContinuation { continuation in
        waiter.withLock { $0 = continuation }
      }
    }
  }

  private func notify() {
    let continuation = waiter.withLock { waiter in
      defer { waiter = nil }
      return waiter
    }
    continuation?.resume()
  }
}
