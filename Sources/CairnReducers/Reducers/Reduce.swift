/// A reducer from a closure.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline
  let closure: (inout State, Action) -> Effect<Action>
  /// What the reducer presents that it was made of; nil where it was made of a closure.
  @usableFromInline
  let visitBase: ((State, inout IdentityVisitor) -> Void)?

  /// Makes a reducer from the work that it does for an action.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    closure = reduce
    visitBase = nil
  }

  /// A reducer with its type put away: one of several, say.
  @inlinable
  public init<R: Reducer>(_ reducer: R) where R.State == State, R.Action == Action {
    closure = { reducer.reduce(into: &$0, action: $1) }
    visitBase = { reducer._visit($0, with: &$1) }
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    closure(&state, action)
  }

  @inlinable
  public func _visit(_ state: State, with visitor: inout IdentityVisitor) {
    visitBase?(state, &visitor)
  }
}
