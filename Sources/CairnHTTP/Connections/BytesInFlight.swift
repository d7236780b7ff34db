import Synchronization

/// A counter and limit for the bytes of received bodies and of unsent responses, for all connections together.
final class BytesInFlight: Sendable {
  private let used = Atomic(0)
  let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { used.load(ordering: .relaxed) }

  /// Whether there is no room for more bytes.
  var isFull: Bool { count >= limit }

  /// Whether more than half of the limit is used, so that slow connections must be closed.
  var isScarce: Bool { count > limit / 2 }

  /// Reserves room for bytes.
  ///
  /// - Returns: Whether there was enough room. If there wasn't, no room is reserved.
  func take(_ bytes: Int) -> Bool {
    guard used.add(bytes, ordering: .relaxed).newValue > limit else { return true }
    used.subtract(bytes, ordering: .relaxed)
    return false
  }

  func give(back bytes: Int) {
    used.subtract(bytes, ordering: .relaxed)
  }
}
