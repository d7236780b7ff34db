import Synchronization

/// Tells an alert or dialog from the one that replaces it, however alike they are.
///
/// It is no part of what the dialog is: all are equal. Only so can a button that asks again present the
/// same question anew, while a question that was answered goes away. It is encoded in snapshots alone,
/// so that a question can be answered after a restart.
package struct DialogInstance: Hashable, Sendable {
  private static let count = Atomic(0)
  /// Tells the dialogs of this process from those that another one stored.
  private static let process = Int.random(in: .min ... .max)

  package let number: Int

  init() {
    self.init(number: Self.next())
  }

  private init(number: Int) {
    self.number = number
  }

  private static func next() -> Int {
    process &+ count.add(1, ordering: .relaxed).newValue
  }

  /// The instance that was stored, or else a new one.
  init<Key>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    self.init(number: try container.decodeIfPresent(Int.self, forKey: key) ?? Self.next())
  }

  func encode<Key>(
    to container: inout KeyedEncodingContainer<Key>, forKey key: Key, of encoder: any Encoder
  ) throws {
    if encoder.userInfo[.isSnapshot] as? Bool == true { try container.encode(number, forKey: key) }
  }

  package static func == (lhs: Self, rhs: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

/// An alert or a dialog, whatever its actions are.
package protocol DialogState {
  var instance: DialogInstance { get }
}
