/// An action type that has a case for bindings.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   ...
/// }
/// ```
///
/// Add a ``BindingReducer`` to the body of a feature with such actions. If a binding action isn't written by any
/// reducer, Cairn reports an issue.
public protocol BindableAction: SendableMetatype {
  /// The state whose properties bindings change.
  associatedtype State

  /// Returns the action for a change made by a binding.
  static func binding(_ action: BindingAction<State>) -> Self

  /// Returns the binding action that an action contains, if any. The macro `@CasePathable` implements this method.
  static func _binding(of action: Self) -> BindingAction<State>?
}

extension BindableAction {
  /// Returns an action that sets a property, as in `store.send(.set(\.isOn, true))`.
  ///
  /// - Parameters:
  ///   - keyPath: The property to change.
  ///   - value: The new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, Value>, _ value: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    .binding(
      .set(keyPath, value, fileID: fileID, filePath: filePath, line: line, column: column))
  }

  // This implementation is used if no macro has generated one.
  public static func _binding(of action: Self) -> BindingAction<State>? {
    let child = Mirror(reflecting: action).children.first
    return child?.label == "binding" ? child?.value as? BindingAction<State> : nil
  }
}

extension Reducer
where Body: Reducer<State, Action>, Action: BindableAction, Action.State == State {
  /// Runs the reducers of the body, and notes that the body has processed a binding action.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let effect = body.reduce(into: &state, action: action)
    if let binding = Action._binding(of: action) { binding.change.noteBody(of: Self.self) }
    return effect
  }
}
