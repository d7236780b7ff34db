package import CairnDependencies
import Synchronization

/// Assigns IDs to the elements of stacks.
///
/// Each ID is assigned only once in a scene or in a test store, regardless of the stack. This is also true if a stack
/// is replaced.
package final class StackElementIDs: Sendable {
  private let next: Atomic<Int>
  /// The number of IDs to skip before the next ID.
  private let distance = Atomic(0)

  /// Creates a source of IDs.
  ///
  /// - Parameter generation: The number of the first ID.
  package init(from generation: Int = 0) {
    next = Atomic(generation)
  }

  /// The number of the next ID.
  package var generation: Int { next.load(ordering: .relaxed) }

  /// Returns a new ID whose number is at least `lowest`.
  func take(from lowest: Int) -> StackElementID {
    reserve(below: lowest)
    let distance = distance.exchange(0, ordering: .relaxed)
    if distance > 0 { reserve(below: generation + distance) }
    return StackElementID(generation: next.add(1, ordering: .relaxed).oldValue)
  }

  /// Skips IDs before the next one, because another scene that continues from the same state may assign them.
  package func leap(over numbers: Int) {
    guard generation < Self.farthest else { return }
    distance.store(numbers, ordering: .relaxed)
  }

  /// Skips IDs immediately, so that snapshots that are stored from now on include the gap.
  package func leapAtOnce(over numbers: Int) {
    leap(over: numbers)
    if generation < Self.farthest { reserve(below: generation + numbers) }
  }

  /// The number from which IDs are no longer skipped.
  private static let farthest = 1 << 60

  /// Prevents IDs below a number from being assigned, because they are or were in use.
  func reserve(below generation: Int) {
    _ = next.max(generation, ordering: .relaxed)
  }

  /// The source of IDs for the scene or test that's currently running.
  package static var current: StackElementIDs { DependencyValues._current.stackElementIDs }

  /// Runs a closure that changes only copies of the state. The IDs that are assigned in it will be assigned again
  /// later.
  package static func withCopy<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withDependencies {
      $0.stackElementIDs = StackElementIDs(from: $0.stackElementIDs.generation)
    } operation: {
      try body()
    }
  }
}

extension DependencyValues {
  /// The source of IDs for elements of stacks.
  package var stackElementIDs: StackElementIDs {
    get { self[StackElementIDsKey.self] }
    set { self[StackElementIDsKey.self] = newValue }
  }

  private enum StackElementIDsKey: DependencyKey {
    // Outside a scene, there's one source for the process.
    static let liveValue = StackElementIDs()
    static var testValue: StackElementIDs { StackElementIDs() }
  }
}
