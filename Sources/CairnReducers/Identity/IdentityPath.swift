/// The path from the root to a child that may be removed from the state.
///
/// Paths share their prefixes and store their hashes. Extending or hashing a path therefore takes constant time, even
/// if features are deeply nested.
package struct IdentityPath: Hashable, Sendable {
  private final class Step: Sendable {
    let node: IdentityNode
    let before: Step?
    let count: Int
    let hash: Int

    init(_ node: IdentityNode, after before: Step?) {
      self.node = node
      self.before = before
      count = (before?.count ?? 0) + 1
      var hasher = Hasher()
      hasher.combine(before?.hash)
      hasher.combine(node)
      hash = hasher.finalize()
    }
  }

  private var last: Step?

  /// Creates the path of the root.
  package init() {}

  package var isEmpty: Bool { last == nil }

  /// The number of nodes in the path.
  package var count: Int { last?.count ?? 0 }

  /// Returns the path to a child of the feature at this path.
  func appending(_ node: IdentityNode) -> Self {
    var path = self
    path.last = Step(node, after: last)
    return path
  }

  /// Returns a path with at most the given number of leading nodes.
  func prefix(_ count: Int) -> Self {
    var path = self
    while path.count > count { path.last = path.last?.before }
    return path
  }

  /// Returns whether this path equals another path or leads to a feature below it.
  func starts(with other: Self) -> Bool { prefix(other.count) == other }

  package static func == (path: Self, other: Self) -> Bool {
    var (step, otherStep) = (path.last, other.last)
    while step !== otherStep {
      guard let one = step, let two = otherStep, one.hash == two.hash, one.count == two.count,
        one.node == two.node
      else { return false }
      (step, otherStep) = (one.before, two.before)
    }
    return true
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(last?.hash) }
}
