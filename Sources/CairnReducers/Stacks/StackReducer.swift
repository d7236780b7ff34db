public import CairnCases
import CairnDependencies
public import OrderedCollections

extension Reducer {
  /// Runs the reducer of the elements of a navigation stack.
  ///
  /// - The element runs before its parent.
  /// - For `.popFrom`, the parent runs while the elements still exist. Afterward, they're removed.
  /// - For `.push`, the element is added before the parent runs.
  /// - The effects of removed elements are canceled.
  ///
  /// - Parameters:
  ///   - stack: The stack in the state of the parent.
  ///   - action: The case of the parent's action that contains the stack actions.
  ///   - destination: Builds the reducer of one element.
  @inlinable
  public consuming func forEach<
    Path: StaticCasePath, DestinationState, DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ stack: WritableKeyPath<State, StackState<DestinationState>>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> _StackReducer<Self, Path, Destination>
  where
    Action: CasePathable, Path.Root == Action,
    Path.Value == StackAction<DestinationState, DestinationAction>
  {
    _StackReducer(
      parent: self, stack: stack, destination: destination(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the reducer of an enum of destinations, which is inferred from the type of the stack's elements.
  ///
  /// - Parameters:
  ///   - stack: The stack in the state of the parent.
  ///   - action: The case of the parent's action that contains the stack actions.
  @inlinable
  public consuming func forEach<Path: StaticCasePath, DestinationState: CaseReducerState>(
    _ stack: WritableKeyPath<State, StackState<DestinationState>>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> _StackReducer<Self, Path, CaseReducerBody<DestinationState.StateReducer>>
  where
    Action: CasePathable, Path.Root == Action,
    Path.Value == StackAction<DestinationState, DestinationState.StateReducer.Action>
  {
    _StackReducer(
      parent: self, stack: stack, destination: CaseReducerBody(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer combined with the reducer of its stack's elements.
public struct _StackReducer<Parent: Reducer, Path: StaticCasePath, Destination: Reducer>: Reducer
where
  Path.Root == Parent.Action, Path.Value == StackAction<Destination.State, Destination.Action>
{
  @usableFromInline let parent: Parent
  @usableFromInline let stack: WritableKeyPath<Parent.State, StackState<Destination.State>>
  @usableFromInline let destination: Destination
  @usableFromInline let location: _IssueLocation

  @usableFromInline
  init(
    parent: Parent, stack: WritableKeyPath<Parent.State, StackState<Destination.State>>,
    destination: Destination, location: _IssueLocation
  ) {
    self.parent = parent
    self.stack = stack
    self.destination = destination
    self.location = location
  }

  @inlinable
  public func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    switch Path().extract(from: action) {
    case nil:
      return parent.reduce(into: &state, action: action)
    case .element(let id, let elementAction):
      return reduceElement(into: &state, action, id, elementAction)
    case .popFrom(let id):
      return reducePop(into: &state, action, from: id)
    case .push(let id, let element):
      return reducePush(into: &state, action, element, id)
    }
  }

  // These are separate functions to save stack space. Their variables would otherwise stay on the stack while an
  // element runs, and hundreds of stacks can be nested.
  @usableFromInline
  func reducePop(
    into state: inout Parent.State, _ action: Parent.Action, from id: StackElementID
  ) -> Effect<Parent.Action> {
    PresentationHandling.wasHandled = true
    let isThere = state[keyPath: stack].elements[id] != nil
    if !isThere { reportUnknown(action, in: state) }
    let effect = parent.reduce(into: &state, action: action)
    if isThere { state[keyPath: stack].pop(from: id) }
    return effect
  }

  @usableFromInline
  func reducePush(
    into state: inout Parent.State, _ action: Parent.Action, _ element: Destination.State,
    _ id: StackElementID
  ) -> Effect<Parent.Action> {
    PresentationHandling.wasHandled = true
    if state[keyPath: stack].elements[id] != nil
      || id.generation < state[keyPath: stack].nextGeneration
    {
      reportKnown(action, in: state)
    } else {
      if let next = expectedID, id.generation > next.generation {
        Issue.pushWithLaterID(action: action, id: id, next: next, location: location)
      }
      state[keyPath: stack].push(element, id: id)
    }
    return parent.reduce(into: &state, action: action)
  }

  /// The ID that a push must have in a test, or `nil` outside tests, because other code may push elements there as
  /// well.
  @usableFromInline
  var expectedID: StackElementID? {
    guard DependencyValues._current.context == .test else { return nil }
    return StackElementID(generation: StackElementIDs.current.generation)
  }

  @inlinable
  func reduceElement(
    into state: inout Parent.State, _ action: Parent.Action, _ id: StackElementID,
    _ elementAction: Destination.Action
  ) -> Effect<Parent.Action> {
    guard let index = state[keyPath: stack].elements.index(forKey: id) else {
      reportUnknown(action, in: state)
      return parent.reduce(into: &state, action: action)
    }
    let depth = ReduceDepth.enter()
    let effect = destination.reduce(
      into: &state[keyPath: stack].elements.values[index], action: elementAction)
    ReduceDepth.leave(to: depth)
    return reduceParent(into: &state, action, after: effect, of: id, at: index)
  }

  @inlinable
  func reduceParent(
    into state: inout Parent.State, _ action: Parent.Action,
    after effect: Effect<Destination.Action>, of id: StackElementID, at index: Int
  ) -> Effect<Parent.Action> {
    var elementEffect = Effect<Parent.Action>.none
    if effect.operation != nil, !effect.reportsOtherCase(at: location) {
      elementEffect = effect.embedded(Path._depth + 1) {
        Path().embed(.element(id: id, action: $0))
      }
      .tagged(
        node(id, state[keyPath: stack].elements.values[index]),
        dismissal: Path().embed(.popFrom(id: id)))
    }
    return elementEffect.merge(with: parent.reduce(into: &state, action: action))
  }

  @usableFromInline
  func node(_ id: StackElementID, _ element: Destination.State) -> IdentityNode {
    IdentityNode(
      place: .keyPath(stack), id: [AnyHashable(id), AnyHashable(_CaseIdentity(of: element))])
  }

  @usableFromInline
  func reportUnknown(_ action: Parent.Action, in state: Parent.State) {
    Issue.childActionWithoutState(
      operatorName: "forEach", action: action,
      presentation: "the stack had no element with the action's ID",
      facts: "IDs in the stack:\n    \(ids(in: state))", location: location)
  }

  private func reportKnown(_ action: Parent.Action, in state: Parent.State) {
    Issue.pushWithEarlierID(
      action: action, ids: ids(in: state), next: state[keyPath: stack].nextID, location: location)
  }

  private func ids(in state: Parent.State) -> String {
    "[" + state[keyPath: stack].ids.map(\.description).joined(separator: ", ") + "]"
  }

  public func _visit(_ state: Parent.State, with visitor: inout IdentityVisitor) {
    visitor.noteStack(state[keyPath: stack].nextGeneration)
    for (id, element) in state[keyPath: stack].elements {
      visitor.enter(node(id, element)) { visitor in
        visitor.enterActions(
          embed: { Path().embed(.element(id: id, action: $0)) },
          visit: { destination._visit(element, with: &$0) })
      }
    }
    parent._visit(state, with: &visitor)
  }
}
