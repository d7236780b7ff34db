import Synchronization

/// A listener for changes of values.
final class SessionValueListener: Sendable {
  private let onChange = Mutex<(@Sendable () -> Void)?>(nil)
  private let calls = Atomic(0)

  /// The number of changes so far. Unlike `CodedSessionValues.changes`, it doesn't include declarations.
  var count: Int { calls.load(ordering: .acquiring) }

  func listen(_ onChange: @escaping @Sendable () -> Void) {
    self.onChange.withLock { $0 = onChange }
  }

  func call() {
    calls.add(1, ordering: .releasing)
    onChange.withLock { $0 }?()
  }
}
