package import CustomDump
import Synchronization

/// A type-erased ``Shared`` or ``SharedReader``.
protocol AnyShared {
  var identity: SharedIdentity { get }

  /// Returns whether the value differs between two views.
  func differs(_ left: SharedView, _ right: SharedView) -> Bool

  /// Returns a description of the difference between the values in two views.
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
  /// Returns the shared values in a state, with the names of their properties.
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

  /// Returns the names of the properties of a state that are shared values.
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

  /// Returns the shared values that both states contain and that differ between the two views.
  ///
  /// Comparing the states isn't sufficient. A collection is always equal to itself, even if the shared values of its
  /// elements differ between the views.
  private static func differing(
    _ left: Any, _ leftView: SharedView, _ right: Any, _ rightView: SharedView
  ) -> [(name: String, any AnyShared)] {
    let checkpoint = min(leftView.checkpoint, rightView.checkpoint)
    guard leftView.hasChanges || rightView.hasChanges || leftView.log.hasChanges(since: checkpoint)
    else { return [] }
    let (left, right) = (shared(in: left), shared(in: right))
    return left.compactMap { identity, shared in
      right[identity] != nil && shared.1.differs(leftView, rightView) ? shared : nil
    }
  }

  /// Returns whether two states are equal, each with its shared values as they are in a view.
  package static func areEqual<State: Equatable>(
    _ left: State, in leftView: SharedView, _ right: State, in rightView: SharedView
  ) -> Bool {
    $current.withValue(.comparing(leftView, rightView)) { left == right }
      && differing(left, leftView, right, rightView).isEmpty
  }

  /// Returns a description of the difference between two states, each with its shared values as they are in a view.
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

/// Provides objects that represent identities, because dumps need objects.
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
