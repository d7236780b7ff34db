public import CairnCases
import IssueReporting

/// Runs a child's reducer on a part of the state.
///
/// ```swift
/// Scope(state: \.profile, action: \.profile) { Profile() }
/// ```
public struct Scope<ParentState, ParentAction, Path: StaticCasePath, Child: Reducer>: Reducer
where Path.Root == ParentAction, Path.Value == Child.Action {
  @usableFromInline let state: WritableKeyPath<ParentState, Child.State>
  @usableFromInline let child: Child

  /// Runs the child on a property of the state, for the actions of a case.
  @inlinable
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: @autoclosure () -> KeyPath<ParentAction.Cases, Case<Path>>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ParentAction: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    self.state = state
    self.child = child()
  }

  @inlinable
  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    guard let childAction = Path().extract(from: action) else { return .none }
    return child.reduce(into: &state[keyPath: self.state], action: childAction).map(Path())
  }

  @inlinable
  public func _visit(_ state: ParentState, with visitor: inout IdentityVisitor) {
    child._visit(state[keyPath: self.state], with: &visitor)
  }
}
