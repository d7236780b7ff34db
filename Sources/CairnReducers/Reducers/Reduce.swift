/// A reducer that's implemented by a closure.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline
  let closure: (inout State, Action) -> Effect<Action>

  /// Creates a reducer from a closure.
  ///
  /// - Parameter reduce: Changes the state in response to an action, and returns the effects to run.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    closure = reduce
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    closure(&state, action)
  }
}

/// A type-erased reducer.
///
/// This isn't an initializer of ``Reduce`` for a reason. With such an initializer, the compiler would report any
/// mistake in the closure of a `Reduce` as a missing conformance to ``Reducer``.
public struct _AnyReducer<State, Action>: Reducer {
  private let base: any Reducer<State, Action>

  /// Creates a reducer that forwards actions to another reducer.
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
