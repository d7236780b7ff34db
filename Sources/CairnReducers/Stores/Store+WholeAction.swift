import CairnCases

// The store of a part of the state whose actions are those of the whole: `action: \.self`.

extension Store {
  /// Returns the store of a part of the state that takes the same actions.
  ///
  /// ```swift
  /// RowCountView(store: store.scope(state: \.rows.count, action: \.self))
  /// ```
  public func scope<ChildState>(
    state: KeyPath<State, ChildState>, action: @autoclosure () -> KeyPath<Action, Action>
  ) -> Store<ChildState, Action> {
    Store<ChildState, Action>(
      core: ScopedCore(
        parent: core, levels: 0, place: ScopePlace(state, _WholePath<Action>.self),
        initial: core.state[keyPath: state], extract: { $0[keyPath: state] }, embed: { $0 }))
  }

  /// Returns the store of a part of the state that takes the same actions. Without a label.
  public func scope<ChildState>(
    _ state: KeyPath<State, ChildState>, action: @autoclosure () -> KeyPath<Action, Action>
  ) -> Store<ChildState, Action> {
    scope(state: state, action: action())
  }

  /// Returns the store of an optional part of the state that takes the same actions, or nil if the
  /// part is nil.
  public func scope<ChildState>(
    state: KeyPath<State, ChildState?>, action: @autoclosure () -> KeyPath<Action, Action>
  ) -> Store<ChildState, Action>? {
    _scope(state: state, path: _WholePath<Action>())
  }

  /// Returns the store of an optional part of the state that takes the same actions, or nil if the
  /// part is nil. Without a label.
  public func scope<ChildState>(
    _ state: KeyPath<State, ChildState?>, action: @autoclosure () -> KeyPath<Action, Action>
  ) -> Store<ChildState, Action>? {
    scope(state: state, action: action())
  }
}
