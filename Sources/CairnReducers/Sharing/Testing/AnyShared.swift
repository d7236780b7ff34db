package import CustomDump
import Synchronization

/// A shared value or a reader of one, with its type put away.
protocol AnyShared {
  var identity: SharedIdentity { get }

  /// Whether it has another value in one view than in another.
  func differs(_ left: SharedView, _ right: SharedView) -> Bool

  /// How its values in two views differ.
  func difference(_ left: SharedView, _ right: SharedView, format: DiffFormat) -> String?
}

extension SharedReference {
  private func values(_ left: SharedView, _ right: SharedView) -> (Value, Value) {
    (
      SharedContext.$current.withValue(.reading(left)) { value },
      SharedContext.$current.withValue(.reading(right)) { value }
    )
  }

  func differs(_ left: SharedView, _ right: SharedView) -> Bool {
    let (left, right) = values(left, right)
    return SharedEquality.areKnownDifferent(left, right)
  }

  func difference(_ left: SharedView, _ right: SharedView, format: DiffFormat) -> String? {
    let (left, right) = values(left, right)
    return diff(left, right, format: format)
  }
}

extension SharedContext {
  /// The shared values that a state holds, by what they are called.
  private static func shared(in state: Any) -> [SharedIdentity: (name: String, any AnyShared)] {
    var found: [SharedIdentity: (name: String, any AnyShared)] = [:]
    func visit(_ value: Any, _ name: String) {
      if let shared = value as? any AnyShared {
        found[shared.identity] = found[shared.identity] ?? (name, shared)
        return
      }
      for child in Mirror(reflecting: value).children {
        visit(child.value, child.label ?? name)
      }
    }
    visit(state, "state")
    return found
  }

  /// The names of the properties of a state that are shared values.
  package static func names(in state: Any) -> Set<String> {
    var names: Set<String> = []
    func visit(_ value: Any, _ name: String?) {
      if value is any AnyShared {
        if let name { names.insert(name) }
        return
      }
      for child in Mirror(reflecting: value).children { visit(child.value, child.label) }
    }
    visit(state, nil)
    return names
  }

  /// The shared values that two states both hold, and that have another value in one view than in the
  /// other.
  ///
  /// To compare the states is not enough: a collection is equal to itself, whatever the shared values
  /// of its elements are.
  private static func differing(
    _ left: Any, _ leftView: SharedView, _ right: Any, _ rightView: SharedView
  ) -> [(name: String, any AnyShared)] {
    let moment = min(leftView.moment, rightView.moment)
    guard leftView.hasChanges || rightView.hasChanges || leftView.log.hasChanges(since: moment)
    else { return [] }
    let (left, right) = (shared(in: left), shared(in: right))
    return left.compactMap { identity, shared in
      right[identity] != nil && shared.1.differs(leftView, rightView) ? shared : nil
    }
  }

  /// Whether two states are equal, each with its shared values as they are in a view.
  package static func areEqual<State: Equatable>(
    _ left: State, in leftView: SharedView, _ right: State, in rightView: SharedView
  ) -> Bool {
    $current.withValue(.comparing(leftView, rightView)) { left == right }
      && differing(left, leftView, right, rightView).isEmpty
  }

  /// How two states differ, each with its shared values as they are in a view.
  package static func difference<State>(
    _ left: State, in leftView: SharedView, _ right: State, in rightView: SharedView,
    format: DiffFormat = .proportional
  ) -> String? {
    let text = $current.withValue(.comparing(leftView, rightView)) {
      diff(left, right, format: format)
    }
    if let text { return text }
    let parts = differing(left, leftView, right, rightView).compactMap { name, shared in
      shared.difference(leftView, rightView, format: format).map { "\(name):\n\($0)" }
    }
    return parts.isEmpty ? nil : parts.sorted().joined(separator: "\n\n")
  }
}

/// Objects that stand for identities, where a dump wants objects.
enum SharedIdentityToken {
  private final class Token: Sendable {}

  private static let tokens = Mutex<[SharedIdentity: Token]>([:])

  static func object(for identity: SharedIdentity) -> ObjectIdentifier {
    tokens.withLock { tokens in
      let token = tokens[identity] ?? Token()
      tokens[identity] = token
      return ObjectIdentifier(token)
    }
  }
}
