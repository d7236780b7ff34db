import CairnDependencies
import CairnFeatures

/// Waits for changes in a store, without reporting which part of the state has changed.
///
/// `@unchecked Sendable`: Everything is used under its own lock, which is held only briefly, as in
/// ``StreamSource``.
final class ChangeWaiter: @unchecked Sendable {
  private let lock = ThreadLock()
  private var hasChanged = false
  private var reader: StreamReader<Void>?

  /// Signals a change.
  func signal() {
    let waiting = lock.withLock {
      hasChanged = true
      defer { reader = nil }
      return reader
    }
    waiting?.resume(returning: ())
  }

  /// Waits for a change since the previous wait. Only one task can wait at a time.
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
