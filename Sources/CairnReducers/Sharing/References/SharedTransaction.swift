import CairnFeatures
import Synchronization

/// Runs changes of shared values one after another in the whole process.
///
/// There is one lock for all values, and not one lock per value. A change can therefore change other values in any
/// order. With separate locks, two threads could wait for each other. Reads don't wait for this lock.
///
/// A change may use a scene's model and wait for that scene while another thread in the scene waits for this lock. This
/// is therefore an `IsolationLock`, which is lent if threads would otherwise wait for each other.
enum SharedTransaction {
  private static let lock = IsolationLock()
  /// The number of changes that are nested in each other. It's changed under the lock.
  private static let depth = Atomic(0)
  private static let work = Mutex<[@Sendable () -> Void]>([])

  /// Runs a closure exclusively. Work that it defers runs after the outermost closure has ended, without the lock.
  static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let hasEntered = lock.enter()
    depth.add(1, ordering: .relaxed)
    defer {
      let isOver = depth.subtract(1, ordering: .relaxed).newValue == 0
      let work = isOver ? takeWork() : []
      if hasEntered { lock.leave() }
      for work in work { work() }
    }
    return try body()
  }

  /// Defers work until the changes have ended. Call this only in ``run(_:)``.
  static func afterwards(_ work: @escaping @Sendable () -> Void) {
    Self.work.withLock { $0.append(work) }
  }

  private static func takeWork() -> [@Sendable () -> Void] {
    work.withLock { work in
      defer { work = [] }
      return work
    }
  }
}
