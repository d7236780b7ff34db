/// A type-erased reducer of a store.
///
/// It's created where the type of the reducer is known, so that the compiler specializes the closures.
@usableFromInline
package struct RootReducer<State, Action> {
  @usableFromInline let reduce: (inout State, Action) -> Effect<Action>
  @usableFromInline let visit: (State, inout IdentityVisitor) -> Void
  @usableFromInline let type: Any.Type

  @inlinable
  package init<R: Reducer<State, Action>>(_ reducer: R) {
    reduce = { reducer.reduce(into: &$0, action: $1) }
    visit = { reducer._visit($0, with: &$1) }
    type = R.self
  }

  private init() {
    reduce = { _, _ in .none }
    visit = { _, _ in }
    type = Action.self
  }

  /// The reducer of a state that never changes.
  static var constant: Self { Self() }
}
