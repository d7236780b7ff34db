import CairnDependencies

/// Somebody who waits for a change, and looks for himself what has changed.
///
/// `@unchecked Sendable`: everything is used under the store's lock.
final class ChangeWaiter: @unchecked Sendable {
  private let core: ModelCore
  private var hasChanged = false
  private var reader: StreamReader<Void>?

  init(_ core: ModelCore) {
    self.core = core
  }

  /// Tells that something has changed. Under the lock.
  func signal() {
    hasChanged = true
    let waiting = reader
    reader = nil
    waiting?.resume(returning: ())
  }

  /// Waits for a change since the last wait. For one task at a time.
  func wait() async {
    await withTaskCancellationHandler {
      _ = await withCheckedContinuation { continuation in
        let waiting = StreamReader<Void>(continuation)
        core.locked {
          if hasChanged || Task.isCancelled {
            waiting.resume(returning: ())
          } else {
            reader = waiting
          }
        }
      }
    } onCancel: {
      core.locked { signal() }
    }
    core.locked { hasChanged = false }
  }
}
