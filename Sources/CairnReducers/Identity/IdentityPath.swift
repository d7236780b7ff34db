/// The way from the root to a child that the state may lose.
///
/// Paths share their beginnings and store their hash. So a path is extended and hashed in constant time,
/// however deep features are nested in each other.
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

  /// The path of the root.
  package init() {}

  package var isEmpty: Bool { last == nil }

  /// How many nodes it has.
  package var count: Int { last?.count ?? 0 }

  /// The path to a child of the feature at this one.
  func appending(_ node: IdentityNode) -> Self {
    var path = self
    path.last = Step(node, after: last)
    return path
  }

  /// The first nodes.
  func prefix(_ count: Int) -> Self {
    var path = self
    while path.count > count { path.last = path.last?.before }
    return path
  }

  /// Whether this is another path, or the path to something below it.
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
