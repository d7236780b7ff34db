public import CairnCases
public import CairnReducers
public import CairnViews

extension Bindable {
  /// A property of a store's state, to be bound by an action: `$store.text.sending(\.textChanged)`.
  @_disfavoredOverload
  @inlinable
  public subscript<State, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> _StoreMember<State, Action, Member> where Value == Store<State, Action> {
    _StoreMember(store: wrappedValue) { $0[keyPath: keyPath] }
  }
}

extension Binding {
  /// A property of a store's state, to be bound by an action: `$store.text.sending(\.textChanged)`.
  @_disfavoredOverload
  @inlinable
  public subscript<State, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> _StoreMember<State, Action, Member> where Value == Store<State, Action> {
    _StoreMember(store: wrappedValue) { $0[keyPath: keyPath] }
  }
}

/// A part of a store's state on its way to a binding.
@dynamicMemberLookup
public struct _StoreMember<State, Action, Value> {
  @usableFromInline let store: Store<State, Action>
  @usableFromInline let read: (State) -> Value

  @inlinable
  init(store: Store<State, Action>, read: @escaping (State) -> Value) {
    self.store = store
    self.read = read
  }

  /// A property of the part.
  @inlinable
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> _StoreMember<State, Action, Member> {
    let read = read
    return _StoreMember<State, Action, Member>(store: store) { read($0)[keyPath: keyPath] }
  }

  /// A binding that reads the part, and sends an action with what is written.
  ///
  /// ```swift
  /// enum Action {
  ///   case queryChanged(String)
  /// }
  /// TextField("Search", text: $store.query.sending(\.queryChanged))
  /// ```
  /// The feature writes its state itself, so its actions need not be a `BindableAction`. Only the type
  /// of the action's key path counts; it is never evaluated.
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
