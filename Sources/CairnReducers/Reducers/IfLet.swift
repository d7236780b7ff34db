public import CairnCases

extension Reducer {
  /// Runs a child's reducer on optional state, where there is some.
  ///
  /// The child runs before the parent, so that the parent may set the state to nil in response. An
  /// action of the child while the state is nil reports an issue; the parent still runs.
  @_disfavoredOverload
  @inlinable
  public consuming func ifLet<
    Path: StaticCasePath, ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>
  >(
    _ state: WritableKeyPath<State, ChildState?>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> _IfLet<Self, Path, Child>
  where Action: CasePathable, Path.Root == Action, Path.Value == ChildAction {
    _IfLet(
      parent: self, state: state, child: child(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer and the reducer of an optional part of its state.
public struct _IfLet<Parent: Reducer, Path: StaticCasePath, Child: Reducer>: Reducer
where Path.Root == Parent.Action, Path.Value == Child.Action {
  @usableFromInline let parent: Parent
  @usableFromInline let state: WritableKeyPath<Parent.State, Child.State?>
  @usableFromInline let child: Child
  @usableFromInline let location: _IssueLocation

  @usableFromInline
  init(
    parent: Parent, state: WritableKeyPath<Parent.State, Child.State?>, child: Child,
    location: _IssueLocation
  ) {
    self.parent = parent
    self.state = state
    self.child = child
    self.location = location
  }

  @inlinable
  public func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let childAction = Path().extract(from: action) else {
      return parent.reduce(into: &state, action: action)
    }
    var childEffect = Effect<Parent.Action>.none
    if state[keyPath: self.state] != nil {
      let effect = child.reduce(into: &state[keyPath: self.state]!, action: childAction)
      if effect.operation != nil, !effect.reportsOtherCase(at: location),
        let childState = state[keyPath: self.state]
      {
        childEffect = effect.map(Path()).tagged(node(of: childState))
      }
    } else {
      Issue.childActionWithoutState(
        operatorName: "ifLet", action: action, presentation: "the optional state was nil",
        childState: Child.State.self, location: location)
    }
    return childEffect.merge(with: parent.reduce(into: &state, action: action))
  }

  @usableFromInline
  func node(of childState: Child.State) -> IdentityNode {
    IdentityNode(place: .keyPath(state), value: childState)
  }

  public func _visit(_ state: Parent.State, with visitor: inout IdentityVisitor) {
    if let childState = state[keyPath: self.state] {
      visitor.enter(node(of: childState)) { child._visit(childState, with: &$0) }
    }
    parent._visit(state, with: &visitor)
  }

  @inlinable
  public static func _isEphemeral(_ state: Parent.State) -> Bool { Parent._isEphemeral(state) }
}
