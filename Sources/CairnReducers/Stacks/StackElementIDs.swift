package import CairnDependencies
import Synchronization

/// Gives the elements of stacks their ids: each once in a scene, or in a test store, whatever stack it is for and
/// however often that is replaced.
package final class StackElementIDs: Sendable {
  private let next: Atomic<Int>
  /// How many numbers are left out before the next id.
  private let distance = Atomic(0)

  /// - Parameter generation: The number of the first id.
  package init(from generation: Int = 0) {
    next = Atomic(generation)
  }

  /// The number of the id that comes next.
  package var generation: Int { next.load(ordering: .relaxed) }

  /// Gives an id, of a number that is not lower than one.
  func take(from lowest: Int) -> StackElementID {
    reserve(below: lowest)
    let distance = distance.exchange(0, ordering: .relaxed)
    if distance > 0 { reserve(below: generation + distance) }
    return StackElementID(generation: next.add(1, ordering: .relaxed).oldValue)
  }

  /// Leaves out numbers that somebody else may give who goes on from the same state.
  package func leap(over numbers: Int) {
    guard generation < Self.farthest else { return }
    distance.store(numbers, ordering: .relaxed)
  }

  /// The same, and what is stored from here on knows of it.
  package func leapAtOnce(over numbers: Int) {
    leap(over: numbers)
    if generation < Self.farthest { reserve(below: generation + numbers) }
  }

  /// Who has come so far leaves nothing out any more.
  private static let farthest = 1 << 60

  /// Gives no id below a number any more: those are in use, or were.
  func reserve(below generation: Int) {
    _ = next.max(generation, ordering: .relaxed)
  }

  /// Those of the scene, or of the test, whose code runs.
  package static var current: StackElementIDs { DependencyValues._current.stackElementIDs }

  /// Runs what changes copies only: the ids that it gives are given again.
  package static func withCopy<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withDependencies {
      $0.stackElementIDs = StackElementIDs(from: $0.stackElementIDs.generation)
    } operation: {
      try body()
    }
  }
}

extension DependencyValues {
  /// What gives the elements of stacks their ids.
  package var stackElementIDs: StackElementIDs {
    get { self[StackElementIDsKey.self] }
    set { self[StackElementIDsKey.self] = newValue }
  }

  private enum StackElementIDsKey: DependencyKey {
    // Outside a scene the process has one.
    static let liveValue = StackElementIDs()
    static var testValue: StackElementIDs { StackElementIDs() }
  }
}
