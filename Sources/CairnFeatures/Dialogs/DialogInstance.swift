import Synchronization

/// The identity of an alert or a dialog, which distinguishes it from an identical one that replaces it.
///
/// It isn't part of the dialog's value, so all instances are equal. A button can therefore present the same
/// question again, and a question that was answered is dismissed. The instance is encoded only in snapshots, so
/// that a question can be answered after a restart.
package struct DialogInstance: Hashable, Sendable {
  private static let count = Atomic(0)
  /// A random number that distinguishes the dialogs of this process from stored dialogs of other processes.
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

  /// Decodes the stored instance, or creates a new one.
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

/// An alert or a dialog with any type of action.
package protocol DialogState {
  var instance: DialogInstance { get }
}
