import Synchronization

/// The bytes of bodies that have arrived and of answers that were not sent yet, all connections
/// together, and the most that they may be.
final class BytesInFlight: Sendable {
  private let used = Atomic(0)
  let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { used.load(ordering: .relaxed) }

  /// Whether there is no room for more.
  var isFull: Bool { count >= limit }

  /// Whether so many are on their way that those who are slow have to go.
  var isScarce: Bool { count > limit / 2 }

  /// Takes room; false, and nothing is taken, where there is not that much.
  func take(_ bytes: Int) -> Bool {
    guard used.add(bytes, ordering: .relaxed).newValue > limit else { return true }
    used.subtract(bytes, ordering: .relaxed)
    return false
  }

  func give(back bytes: Int) {
    used.subtract(bytes, ordering: .relaxed)
  }
}
