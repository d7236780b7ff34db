import CustomDump
import Synchronization

/// The way in which a test sees shared values while it makes assertions. It sees past or expected values instead of the
/// current ones.
package enum SharedContext: Sendable {
  /// Reads and changes use a view.
  case reading(SharedView)
  /// Two states are compared, and each of them is read in its own view.
  case comparing(SharedView, SharedView)

  @TaskLocal package static var current: Self?

  /// The number of objects that may use a context. If it's zero, as it usually is in an application, checking it is the
  /// only overhead.
  static let users = Atomic(0)

  static var isUsed: Bool { users.load(ordering: .relaxed) > 0 }

  /// Returns a description of the difference between two states. During a comparison, each state is read with its own
  /// view.
  static func difference<State>(_ left: State, _ right: State) -> String? {
    guard case .comparing(let leftView, let rightView)? = current else { return diff(left, right) }
    return difference(left, in: leftView, right, in: rightView, format: .default)
  }

  func value<Value>(of box: SharedBox<Value>) -> Value {
    switch self {
    case .reading(let view), .comparing(_, let view): view.value(of: box)
    }
  }

  /// Returns the results of two closures that run in the two views of a comparison, or `nil` outside a comparison.
  static func pair<Value>(_ first: () -> Value, _ second: () -> Value) -> (Value, Value)? {
    guard isUsed, case .comparing(let left, let right)? = current else { return nil }
    return (
      $current.withValue(.reading(left), operation: first),
      $current.withValue(.reading(right), operation: second)
    )
  }
}
