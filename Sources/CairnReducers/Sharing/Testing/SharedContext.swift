import CustomDump
import Synchronization

/// How a test looks at shared values while it asserts: not at what they are, but at what they were or
/// ought to be.
package enum SharedContext: Sendable {
  /// Reading and changing happens in a view.
  case reading(SharedView)
  /// Of two states that are compared, each is read in a view of its own.
  case comparing(SharedView, SharedView)

  @TaskLocal package static var current: Self?

  /// How many there are that may ask for a context; an application pays for nothing more than this
  /// question.
  static let users = Atomic(0)

  static var isUsed: Bool { users.load(ordering: .relaxed) > 0 }

  /// How two states differ, each with its shared values as they are on its side of the comparison.
  static func difference<State>(_ left: State, _ right: State) -> String? {
    guard case .comparing(let leftView, let rightView)? = current else { return diff(left, right) }
    return difference(left, in: leftView, right, in: rightView, format: .default)
  }

  func value<Value>(of box: SharedBox<Value>) -> Value {
    switch self {
    case .reading(let view), .comparing(_, let view): view.value(of: box)
    }
  }

  /// Reads something in both views of a comparison; nil where there is none.
  static func pair<Value>(_ first: () -> Value, _ second: () -> Value) -> (Value, Value)? {
    guard isUsed, case .comparing(let left, let right)? = current else { return nil }
    return (
      $current.withValue(.reading(left), operation: first),
      $current.withValue(.reading(right), operation: second)
    )
  }
}
