public import CairnCases
public import CairnFeatures

extension Reducer {
  /// Runs the reducer of a presented feature.
  ///
  /// - The presented feature runs before its parent.
  /// - For `.dismiss`, the parent runs while the state still exists. Afterward, the state is set to `nil`.
  /// - The feature's effects are canceled when the feature is dismissed.
  /// - Alerts and confirmation dialogs are dismissed after any of their own actions.
  ///
  /// If an action arrives while no feature is presented, Cairn reports an issue and still runs the parent.
  ///
  /// - Parameters:
  ///   - state: The presented state.
  ///   - action: The case of the parent's action that contains the presentation actions.
  ///   - destination: Builds the reducer of the presented feature.
  @inlinable
  public consuming func ifLet<
    Path: StaticCasePath, DestinationState, DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ state: WritableKeyPath<State, PresentationState<DestinationState>>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> _PresentationReducer<Self, Path, Destination>
  where
    Action: CasePathable, Path.Root == Action,
    Path.Value == PresentationAction<DestinationAction>
  {
    _PresentationReducer(
      parent: self, state: state, destination: destination(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the reducer of an enum of destinations, which is inferred from the type of its state.
  ///
  /// - Parameters:
  ///   - state: The presented state.
  ///   - action: The case of the parent's action that contains the presentation actions.
  @inlinable
  public consuming func ifLet<Path: StaticCasePath, DestinationState: CaseReducerState>(
    _ state: WritableKeyPath<State, PresentationState<DestinationState>>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> _PresentationReducer<Self, Path, CaseReducerBody<DestinationState.StateReducer>>
  where
    Action: CasePathable, Path.Root == Action,
    Path.Value == PresentationAction<DestinationState.StateReducer.Action>
  {
    _PresentationReducer(
      parent: self, state: state, destination: CaseReducerBody(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Presents an alert or a confirmation dialog that has no reducer.
  ///
  /// - Parameters:
  ///   - state: The state of the alert or dialog.
  ///   - action: The case of the parent's action that contains the presentation actions.
  @inlinable
  public consuming func ifLet<Path: StaticCasePath, DialogState: _EphemeralState>(
    _ state: WritableKeyPath<State, PresentationState<DialogState>>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> _PresentationReducer<Self, Path, EmptyReducer<DialogState, DialogState.Action>>
  where
    Action: CasePathable, Path.Root == Action,
    Path.Value == PresentationAction<DialogState.Action>
  {
    _PresentationReducer(
      parent: self, state: state, destination: EmptyReducer(), isDialog: true,
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Presents an alert or a confirmation dialog that has a reducer.
  ///
  /// - Parameters:
  ///   - state: The state of the alert or dialog.
  ///   - action: The case of the parent's action that contains the presentation actions.
  ///   - destination: Builds the reducer of the alert or dialog.
  @inlinable
  public consuming func ifLet<
    Path: StaticCasePath, DialogState: _EphemeralState, DialogAction,
    Dialog: Reducer<DialogState, DialogAction>
  >(
    _ state: WritableKeyPath<State, PresentationState<DialogState>>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    @ReducerBuilder<DialogState, DialogAction> destination: () -> Dialog,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> _PresentationReducer<Self, Path, Dialog>
  where
    Action: CasePathable, Path.Root == Action, Path.Value == PresentationAction<DialogAction>
  {
    _PresentationReducer(
      parent: self, state: state, destination: destination(), isDialog: true,
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer combined with the reducer of the feature that it presents.
public struct _PresentationReducer<
  Parent: Reducer, Path: StaticCasePath, Destination: Reducer
>: Reducer
where Path.Root == Parent.Action, Path.Value == PresentationAction<Destination.Action> {
  @usableFromInline let parent: Parent
  @usableFromInline
  let state: WritableKeyPath<Parent.State, PresentationState<Destination.State>>
  @usableFromInline let destination: Destination
  @usableFromInline let isDialog: Bool
  @usableFromInline let location: _IssueLocation

  @usableFromInline
  init(
    parent: consuming Parent,
    state: WritableKeyPath<Parent.State, PresentationState<Destination.State>>,
    destination: Destination, isDialog: Bool = false, location: _IssueLocation
  ) {
    self.parent = parent
    self.state = state
    self.destination = destination
    self.isDialog = isDialog
    self.location = location
  }

  @inlinable
  public func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    switch Path().extract(from: action) {
    case nil:
      return parent.reduce(into: &state, action: action)
    case .presented(let childAction):
      return reducePresented(into: &state, action, childAction)
    case .dismiss:
      return reduceDismissal(into: &state, action)
    }
  }

  // The work after the child has run is in a separate function to save stack space. Hundreds of features can be nested,
  // and only the variables of this function stay on the stack while the child runs.
  @inlinable
  func reducePresented(
    into state: inout Parent.State, _ action: Parent.Action, _ childAction: Destination.Action
  ) -> Effect<Parent.Action> {
    var isEphemeral = isDialog
    let effect = state[keyPath: self.state].reduce(destination, childAction, &isEphemeral)
    return reduceParent(into: &state, action, after: effect, isEphemeral: isEphemeral)
  }

  @inlinable
  func reduceParent(
    into state: inout Parent.State, _ action: Parent.Action,
    after effect: Effect<Destination.Action>?, isEphemeral: Bool
  ) -> Effect<Parent.Action> {
    guard let effect else {
      reportNothingPresented(action)
      return parent.reduce(into: &state, action: action)
    }
    var isEphemeral = isEphemeral
    var childEffect = Effect<Parent.Action>.none
    if effect.operation != nil, effect.reportsOtherCase(at: location) {
      // The action was meant for another case, so the current alert or dialog stays.
      isEphemeral = false
    } else if effect.operation != nil, let childState = state[keyPath: self.state].wrappedValue {
      childEffect = effect.embedded(Path._depth + 1) { Path().embed(.presented($0)) }
        .tagged(node(of: childState), dismissal: Path().embed(.dismiss))
    }
    guard isEphemeral else {
      return childEffect.merge(with: parent.reduce(into: &state, action: action))
    }
    let identity = state[keyPath: self.state].identity
    let parentEffect = parent.reduce(into: &state, action: action)
    if state[keyPath: self.state].identity == identity {
      state[keyPath: self.state].wrappedValue = nil
    }
    return childEffect.merge(with: parentEffect)
  }

  @usableFromInline
  func reduceDismissal(
    into state: inout Parent.State, _ action: Parent.Action
  ) -> Effect<Parent.Action> {
    PresentationHandling.wasHandled = true
    guard let identity = state[keyPath: self.state].identity else {
      reportNothingPresented(action)
      return parent.reduce(into: &state, action: action)
    }
    let effect = parent.reduce(into: &state, action: action)
    if state[keyPath: self.state].identity == identity {
      state[keyPath: self.state].wrappedValue = nil
    }
    return effect
  }

  @usableFromInline
  func node(of childState: Destination.State) -> IdentityNode {
    IdentityNode(place: .keyPath(state), value: childState)
  }

  @usableFromInline
  func reportNothingPresented(_ action: Parent.Action) {
    Issue.childActionWithoutState(
      operatorName: "ifLet", action: action, presentation: "the presented state was 'nil'",
      childState: Destination.State.self, location: location)
  }

  @inlinable
  public func _visit(_ state: Parent.State, with visitor: inout IdentityVisitor) {
    if let childState = state[keyPath: self.state].wrappedValue {
      visitor.enter(node(of: childState)) { visitor in
        visitor.enterActions(
          embed: { Path().embed(.presented($0)) },
          visit: { destination._visit(childState, with: &$0) })
      }
    }
    parent._visit(state, with: &visitor)
  }
}
