import CairnDependencies
import CairnFeatures

/// Somebody who waits for a change, and looks for himself what has changed.
///
/// `@unchecked Sendable`: everything is used under its lock, which is held as that of a ``StreamSource``.
final class ChangeWaiter: @unchecked Sendable {
  private let lock = ThreadLock()
  private var hasChanged = false
  private var reader: StreamReader<Void>?

  /// Tells that something has changed.
  func signal() {
    let waiting = lock.withLock {
      hasChanged = true
      defer { reader = nil }
      return reader
    }
    waiting?.resume(returning: ())
  }

  /// Waits for a change since the last wait. For one task at a time.
  func wait() async {
    await withTaskCancellationHandler {
      _ = await withCheckedContinuation { continuation in
        let waiting = StreamReader<Void>(continuation)
        let isOver = lock.withLock {
          if !hasChanged, !Task.isCancelled { reader = waiting }
          return reader == nil
        }
        if isOver { waiting.resume(returning: ()) }
      }
    } onCancel: {
      signal()
    }
    lock.withLock { hasChanged = false }
  }
}
