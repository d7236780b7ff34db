import Synchronization

/// The shared values without a key that were met while a snapshot was encoded or decoded.
///
/// A copy of a state leads to the same shared values. Who wants one that goes its own way encodes and
/// decodes the state, where it has some.
package final class SnapshotSharedValues: Sendable {
  private struct Boxes: Sendable {
    var areMet = false
    var all: [Int: any SharedRoot] = [:]
  }

  private let boxes = Mutex(Boxes())

  package init() {}

  /// Whether there were any.
  package var areMet: Bool { boxes.withLock(\.areMet) }

  func note() {
    boxes.withLock { $0.areMet = true }
  }

  /// The value with a number: made once, and then the same.
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
  /// The ``SnapshotSharedValues`` of an encoder or a decoder.
  package static let sharedValues = CodingUserInfoKey(rawValue: "cairn.sharedValues")!
}
