/// An action type that has a case for bindings.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   ...
/// }
/// ```
/// A feature whose actions are such has a ``BindingReducer`` in its body. One that has not, and gets a
/// binding action that no other reducer writes either, reports an issue.
public protocol BindableAction: SendableMetatype {
  associatedtype State

  /// The action of a binding.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The binding in an action, if it is one. The macro `@CasePathable` writes it.
  static func _binding(of action: Self) -> BindingAction<State>?
}

extension BindableAction {
  /// A change of a property to a value, as in `store.send(.set(\.isOn, true))`.
  /// The other parameters are for messages.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, Value>, _ value: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    .binding(
      .set(keyPath, value, fileID: fileID, filePath: filePath, line: line, column: column))
  }

  // Where no macro has written it down.
  public static func _binding(of action: Self) -> BindingAction<State>? {
    let child = Mirror(reflecting: action).children.first
    return child?.label == "binding" ? child?.value as? BindingAction<State> : nil
  }
}

extension Reducer
where Body: Reducer<State, Action>, Action: BindableAction, Action.State == State {
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let effect = body.reduce(into: &state, action: action)
    if let binding = Action._binding(of: action) { binding.change.noteBody(of: Self.self) }
    return effect
  }
}
