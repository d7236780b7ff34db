import CairnFeatures
import Synchronization

/// The changes of shared values, one after another in the whole process.
///
/// One lock for all, and not one for each: who changes a value may change another one meanwhile, in any
/// order, and can not meet somebody who holds that one and waits for the first. Reading does not
/// wait for it.
///
/// A change may use a scene's model, which waits for the scene, where somebody may wait for this lock. So it
/// is one of those that are lent where threads would wait for each other.
enum SharedTransaction {
  private static let lock = IsolationLock()
  /// How many closures are in each other, each of which runs alone; changed under the lock.
  private static let depth = Atomic(0)
  private static let work = Mutex<[@Sendable () -> Void]>([])

  /// Runs a closure, alone. What was put off in it runs when the outermost one is over, without the
  /// lock.
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

  /// Puts work off until the changes are over. To be called in ``run(_:)``.
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
