import Synchronization

/// A listener for changes of values.
final class SessionValueListener: Sendable {
  private let onChange = Mutex<(@Sendable () -> Void)?>(nil)

  func listen(_ onChange: @escaping @Sendable () -> Void) {
    self.onChange.withLock { $0 = onChange }
  }

  func call() {
    onChange.withLock { $0 }?()
  }
}
