import CairnCases

// These stores have a part of the state, but take all actions of the parent with `action: \.self`.

extension Store {
  /// Returns a store for a part of the state that takes the same actions.
  ///
  /// ```swift
  /// RowCountView(store: store.scope(state: \.rows.count, action: \.self))
  /// ```
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: `\.self`.
  public func scope<ChildState>(
    state: KeyPath<State, ChildState>, action: @autoclosure () -> KeyPath<Action, Action>
  ) -> Store<ChildState, Action> {
    Store<ChildState, Action>(
      core: ScopedCore(
        parent: core, levels: 0, place: ScopePlace(state, _WholePath<Action>.self),
        initial: core.state[keyPath: state], extract: { $0[keyPath: state] }, embed: { $0 }))
  }

  /// Returns a store for a part of the state that takes the same actions, without an argument label.
  public func scope<ChildState>(
    _ state: KeyPath<State, ChildState>, action: @autoclosure () -> KeyPath<Action, Action>
  ) -> Store<ChildState, Action> {
    scope(state: state, action: action())
  }

  /// Returns a store for an optional part of the state that takes the same actions.
  ///
  /// - Returns: The store, or `nil` if the part is `nil`.
  public func scope<ChildState>(
    state: KeyPath<State, ChildState?>, action: @autoclosure () -> KeyPath<Action, Action>
  ) -> Store<ChildState, Action>? {
    _scope(state: state, path: _WholePath<Action>())
  }

  /// Returns a store for an optional part of the state that takes the same actions, without an argument label.
  ///
  /// - Returns: The store, or `nil` if the part is `nil`.
  public func scope<ChildState>(
    _ state: KeyPath<State, ChildState?>, action: @autoclosure () -> KeyPath<Action, Action>
  ) -> Store<ChildState, Action>? {
    scope(state: state, action: action())
  }
}
