/// A reducer from a closure.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline
  let closure: (inout State, Action) -> Effect<Action>

  /// Makes a reducer from the work that it does for an action.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    closure = reduce
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    closure(&state, action)
  }
}

/// A reducer whose type is put away. It is no other way to make a ``Reduce``: with that, the compiler would say of
/// a mistake in the closure of any that it is no reducer.
public struct _AnyReducer<State, Action>: Reducer {
  private let base: any Reducer<State, Action>

  public init(_ base: any Reducer<State, Action>) {
    self.base = base
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    base.reduce(into: &state, action: action)
  }

  public func _visit(_ state: State, with visitor: inout IdentityVisitor) {
    base._visit(state, with: &visitor)
  }
}
