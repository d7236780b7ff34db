import Synchronization

/// The receipt of a session's announcements, which ends when it's canceled or released.
public final class SessionListening: Sendable {
  private let onEnd: @Sendable () -> Void
  private let isCanceled = Atomic(false)

  /// Creates a receipt.
  ///
  /// - Parameter onEnd: A closure that's called once at the end.
  public init(onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  deinit {
    cancel()
  }

  /// Ends the receipt. An announcement that's just arriving may still be received.
  public func cancel() {
    if !isCanceled.exchange(true, ordering: .relaxed) { onEnd() }
  }
}
