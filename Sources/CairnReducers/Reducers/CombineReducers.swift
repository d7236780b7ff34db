/// Combines several reducers into one, so that an operator applies to all of them.
///
/// ```swift
/// CombineReducers {
///   BindingReducer()
///   Reduce { state, action in ... }
/// }
/// .ifLet(\.$destination, action: \.destination)
/// ```
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: Reducer {
  @usableFromInline let reducers: Reducers

  /// Creates a reducer that runs the given reducers in the order of their declaration.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    reducers = build()
  }

  @inlinable
  public func reduce(
    into state: inout State, action: Action
  ) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }

  @inlinable
  public func _visit(_ state: State, with visitor: inout IdentityVisitor) {
    reducers._visit(state, with: &visitor)
  }

  @inlinable
  public static func _isEphemeral(_ state: State) -> Bool { Reducers._isEphemeral(state) }
}
