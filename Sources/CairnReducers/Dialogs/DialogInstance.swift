import Synchronization

/// Tells an alert or dialog from the one that replaces it, however alike they are.
///
/// It is no part of what the dialog is: all are equal, none is encoded. Only so can a button that asks
/// again present the same question anew, while a question that was answered goes away.
struct DialogInstance: Hashable, Sendable {
  private static let count = Atomic(0)

  let number: Int

  init() {
    number = Self.count.add(1, ordering: .relaxed).newValue
  }

  static func == (lhs: Self, rhs: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// An alert or a dialog, whatever its actions are.
protocol DialogState {
  var instance: DialogInstance { get }
}
