import Synchronization

/// The shared values without a key that were found while a snapshot was encoded or decoded.
///
/// A copy of a state refers to the same shared values. To get an independent copy of a state with such values, encode
/// it and decode it again.
package final class SnapshotSharedValues: Sendable {
  private struct Boxes: Sendable {
    var areMet = false
    var all: [Int: any SharedRoot] = [:]
  }

  private let boxes = Mutex(Boxes())

  package init() {}

  /// Whether the snapshot contains such values.
  package var areMet: Bool { boxes.withLock(\.areMet) }

  func note() {
    boxes.withLock { $0.areMet = true }
  }

  /// Returns the value with a number. The first call for a number creates it.
  func box<Value>(
    _ number: Int, make: () throws -> SharedBox<Value>
  ) rethrows -> SharedBox<Value> {
    note()
    if let known = boxes.withLock({ $0.all[number] }) as? SharedBox<Value> { return known }
    let made = try make()
    boxes.withLock { $0.all[number] = made }
    return made
  }
}

extension CodingUserInfoKey {
  /// The key of the ``SnapshotSharedValues`` of an encoder or a decoder.
  package static let sharedValues = CodingUserInfoKey(rawValue: "cairn.sharedValues")!
}
