import Synchronization

/// A subscription that's active until it's canceled or released.
public final class SharedSubscription: Sendable {
  private let onCancel: Mutex<(@Sendable () -> Void)?>

  /// Creates a subscription.
  ///
  /// - Parameter onCancel: A closure that ends the subscription. It's called once.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = Mutex(onCancel)
  }

  deinit {
    cancel()
  }

  /// Ends the subscription.
  public func cancel() {
    let onCancel = onCancel.withLock { onCancel in
      defer { onCancel = nil }
      return onCancel
    }
    onCancel?()
  }
}
