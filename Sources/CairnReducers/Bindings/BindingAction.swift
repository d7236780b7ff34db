public import CairnCases

/// A change of one property of a feature's state, as a binding sends it.
///
/// Two binding actions are equal when their key paths and their values are.
public struct BindingAction<Root>: Equatable {
  /// The property.
  public let keyPath: PartialKeyPath<Root>
  let value: any Equatable
  @usableFromInline let write: (inout Root) -> Void

  /// A change of a property to a value.
  public static func set<Value: Equatable>(
    _ keyPath: WritableKeyPath<Root, Value>, _ value: Value
  ) -> Self {
    Self(keyPath: keyPath, value: value) { $0[keyPath: keyPath] = value }
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    func equals<Value: Equatable>(_ value: Value) -> Bool { value == rhs.value as? Value }
    return lhs.keyPath == rhs.keyPath && equals(lhs.value)
  }

  /// Whether a binding action changes a property, for patterns: `case .binding(\.text):`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    keyPath == action.keyPath
  }
}

// The key path is one of state, and the value went into the action by way of `sending` or within the
// isolation of one store: an action is processed where it was made, or handed over whole.
extension BindingAction: @unchecked Sendable where Root: Sendable {}

/// An action type that has a case for bindings.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   ...
/// }
/// ```
public protocol BindableAction: SendableMetatype {
  associatedtype State

  /// The action of a binding.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The binding in an action, if it is one. The macro `@CasePathable` writes it.
  static func _binding(of action: Self) -> BindingAction<State>?
}

/// Writes what bindings send into the state.
///
/// It has no effects. Reducers after it see the new value, and can act on it:
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in
///     switch action {
///     case .binding(\.isTimerOn): ...
/// ```
public struct BindingReducer<State, Action: BindableAction>: Reducer where Action.State == State {
  @inlinable
  public init() {}

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if let binding = Action._binding(of: action) { binding.write(&state) }
    return .none
  }
}

/// A property of the state as a case path of binding actions, as in `\.binding.item.name`.
public struct BindingPath<Path: CasePath, Root, Value: Equatable>: CasePath
where Path.Value == BindingAction<Root> {
  let path: Path
  // Key paths are immutable; only the type system does not say so of this one.
  nonisolated(unsafe) let keyPath: WritableKeyPath<Root, Value>

  public func extract(from root: Path.Root) -> Value? {
    guard let action = path.extract(from: root), action.keyPath == keyPath else { return nil }
    return action.value as? Value
  }

  public func embed(_ value: Value) -> Path.Root {
    path.embed(.set(keyPath, value))
  }

  public func modify<Result>(
    _ root: inout Path.Root, _ body: (inout Value) -> Result
  ) -> Result? {
    guard var value = extract(from: root) else { return nil }
    let result = body(&value)
    root = embed(value)
    return result
  }
}

extension Case {
  /// The binding actions of a property of the state.
  public subscript<Root, Value: Equatable>(
    dynamicMember keyPath: WritableKeyPath<Root, Value>
  ) -> Case<BindingPath<Path, Root, Value>> where Path.Value == BindingAction<Root> {
    Case<BindingPath<Path, Root, Value>>(BindingPath(path: path, keyPath: keyPath))
  }

  /// The binding actions of a property of a property of the state.
  public subscript<Base, Root, Middle, Value: Equatable>(
    dynamicMember keyPath: WritableKeyPath<Middle, Value>
  ) -> Case<BindingPath<Base, Root, Value>> where Path == BindingPath<Base, Root, Middle> {
    Case<BindingPath<Base, Root, Value>>(
      BindingPath(path: path.path, keyPath: path.keyPath.appending(path: keyPath)))
  }
}
