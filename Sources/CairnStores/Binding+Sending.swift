public import CairnCases
public import CairnReducers
public import CairnViews

extension Bindable {
  /// A property of a store's state, to be bound with an action: `$store.text.sending(\.textChanged)`.
  @_disfavoredOverload
  @inlinable
  public subscript<State, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> _StoreMember<State, Action, Member> where Value == Store<State, Action> {
    _StoreMember(store: wrappedValue) { $0[keyPath: keyPath] }
  }
}

extension Binding {
  /// A property of a store's state, to be bound with an action: `$store.text.sending(\.textChanged)`.
  @_disfavoredOverload
  @inlinable
  public subscript<State, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> _StoreMember<State, Action, Member> where Value == Store<State, Action> {
    _StoreMember(store: wrappedValue) { $0[keyPath: keyPath] }
  }
}

/// A part of a store's state from which you can create a binding.
@dynamicMemberLookup
public struct _StoreMember<State, Action, Value> {
  @usableFromInline let store: Store<State, Action>
  @usableFromInline let read: (State) -> Value

  @inlinable
  init(store: Store<State, Action>, read: @escaping (State) -> Value) {
    self.store = store
    self.read = read
  }

  /// A property of this part of the state.
  @inlinable
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> _StoreMember<State, Action, Member> {
    let read = read
    return _StoreMember<State, Action, Member>(store: store) { read($0)[keyPath: keyPath] }
  }

  /// Returns a binding that reads this part of the state, and sends an action to write it.
  ///
  /// ```swift
  /// enum Action {
  ///   case queryChanged(String)
  /// }
  /// TextField("Search", text: $store.query.sending(\.queryChanged))
  /// ```
  /// The feature changes its state itself, so its actions don't need to be a `BindableAction`.
  ///
  /// - Parameter action: The case of the action, whose payload is the new value. Only the type of this key path
  ///   is used. It's never evaluated.
  @inlinable
  public func sending<Path: StaticCasePath>(
    _ action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>
  ) -> Binding<Value> where Action: CasePathable, Path.Root == Action, Path.Value == Value {
    let store = store
    let read = read
    return Binding(
      get: { read(store.state) },
      set: { store.send(Path().embed($0)) })
  }
}
