public import CairnCases

extension Reducer {
  /// Runs a child reducer on the associated value of a case, if the state of this reducer is an enum.
  ///
  /// The child runs before the parent, so the parent can change the case in response. If an action of the child arrives
  /// while the state is in another case, Cairn reports an issue and still runs the parent.
  ///
  /// - Parameters:
  ///   - state: The case that contains the child's state.
  ///   - action: The case of the parent's action that contains the child's actions.
  ///   - child: Builds the child reducer.
  @inlinable
  public consuming func ifCaseLet<
    StatePath: StaticCasePath, ActionPath: StaticCasePath, ChildState, ChildAction,
    Child: Reducer<ChildState, ChildAction>
  >(
    _ state: @autoclosure () -> KeyPath<State.Cases, Case<StatePath>>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<ActionPath>>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> _IfCaseLet<Self, StatePath, ActionPath, Child>
  where
    State: CasePathable, Action: CasePathable, StatePath.Root == State,
    StatePath.Value == ChildState, ActionPath.Root == Action, ActionPath.Value == ChildAction
  {
    _IfCaseLet(
      parent: self, child: child(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer combined with the reducer for one case of its state.
public struct _IfCaseLet<
  Parent: Reducer, StatePath: StaticCasePath, ActionPath: StaticCasePath, Child: Reducer
>: Reducer
where
  StatePath.Root == Parent.State, StatePath.Value == Child.State,
  ActionPath.Root == Parent.Action, ActionPath.Value == Child.Action
{
  @usableFromInline let parent: Parent
  @usableFromInline let child: Child
  @usableFromInline let location: _IssueLocation

  @usableFromInline
  init(parent: Parent, child: Child, location: _IssueLocation) {
    self.parent = parent
    self.child = child
    self.location = location
  }

  @inlinable
  public func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let childAction = ActionPath().extract(from: action) else {
      return parent.reduce(into: &state, action: action)
    }
    var node: IdentityNode?
    let effect = StatePath().modify(&state) { childState in
      let effect = child.reduce(into: &childState, action: childAction)
      guard effect.operation != nil else { return effect }
      if effect.reportsOtherCase(at: location) { return .none }
      node = self.node(of: childState)
      return effect
    }
    guard let effect else {
      reportOtherCase(state, action)
      return Effect.ofReportedCase.merge(with: parent.reduce(into: &state, action: action))
    }
    let childEffect = effect.map(ActionPath()).tagged(node)
    return childEffect.merge(with: parent.reduce(into: &state, action: action))
  }

  @usableFromInline
  func node(of state: Child.State) -> IdentityNode {
    IdentityNode(place: .type(ObjectIdentifier(StatePath.self)), value: state)
  }

  @usableFromInline
  func reportOtherCase(_ state: Parent.State, _ action: Parent.Action) {
    Issue.childActionWithoutState(
      operatorName: "ifCaseLet", action: action, presentation: "the state was in a different case",
      facts: "State:\n    \(Issue.dumped(state))", location: location)
  }

  public func _visit(_ state: Parent.State, with visitor: inout IdentityVisitor) {
    if let childState = StatePath().extract(from: state) {
      visitor.enter(node(of: childState)) { visitor in
        visitor.enterActions(
          embed: { ActionPath().embed($0) }, visit: { child._visit(childState, with: &$0) })
      }
    }
    parent._visit(state, with: &visitor)
  }

  @inlinable
  public static func _isEphemeral(_ state: Parent.State) -> Bool { Parent._isEphemeral(state) }
}
