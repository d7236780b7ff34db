import Synchronization

/// The subscription of a channel by one receiver, which ends when it's released.
final class Subscription: Sendable {
  private let onCancel: @Sendable () -> Void
  private let isCanceled = Atomic(false)

  init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  deinit {
    cancel()
  }

  /// Ends the subscription. A message that's just arriving may still be received.
  func cancel() {
    if !isCanceled.exchange(true, ordering: .relaxed) { onCancel() }
  }
}
