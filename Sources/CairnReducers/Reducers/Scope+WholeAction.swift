public import CairnCases

// A child whose actions are those of its parent: `action: \.self`. The actions may be of any type.

extension Scope {
  /// Runs the child on a property of the state, for the actions that are its own.
  @inlinable
  public init<ChildState>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: @autoclosure () -> KeyPath<ParentAction, ParentAction>,
    @ReducerBuilder<ChildState, ParentAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  )
  where
    Place == _PropertyPlace<ParentState, ChildState>, Path == _WholePath<ParentAction>,
    Child.State == ChildState
  {
    self.init(
      place: _PropertyPlace(state), child: child(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The same, without a label.
  @inlinable
  public init<ChildState>(
    _ state: WritableKeyPath<ParentState, ChildState>,
    action: @autoclosure () -> KeyPath<ParentAction, ParentAction>,
    @ReducerBuilder<ChildState, ParentAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  )
  where
    Place == _PropertyPlace<ParentState, ChildState>, Path == _WholePath<ParentAction>,
    Child.State == ChildState
  {
    self.init(
      state: state, action: action(), child: child, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Runs the child on a case of the state, for the actions that are its own.
  @inlinable
  public init<ChildState, StatePath: StaticCasePath>(
    state: @autoclosure () -> KeyPath<ParentState.Cases, Case<StatePath>>,
    action: @autoclosure () -> KeyPath<ParentAction, ParentAction>,
    @ReducerBuilder<ChildState, ParentAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  )
  where
    ParentState: CasePathable, StatePath.Root == ParentState,
    StatePath.Value == ChildState, Place == _CasePlace<StatePath>,
    Path == _WholePath<ParentAction>, Child.State == ChildState
  {
    self.init(
      place: _CasePlace(), child: child(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The same, without a label.
  @inlinable
  public init<ChildState, StatePath: StaticCasePath>(
    _ state: @autoclosure () -> KeyPath<ParentState.Cases, Case<StatePath>>,
    action: @autoclosure () -> KeyPath<ParentAction, ParentAction>,
    @ReducerBuilder<ChildState, ParentAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  )
  where
    ParentState: CasePathable, StatePath.Root == ParentState,
    StatePath.Value == ChildState, Place == _CasePlace<StatePath>,
    Path == _WholePath<ParentAction>, Child.State == ChildState
  {
    self.init(
      state: state(), action: action(), child: child, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }
}

extension Reducer {
  /// Runs a child's reducer, whose actions are this one's, on optional state, where there is some.
  @_disfavoredOverload
  @inlinable
  public consuming func ifLet<ChildState, Child: Reducer<ChildState, Action>>(
    _ state: WritableKeyPath<State, ChildState?>,
    action: @autoclosure () -> KeyPath<Action, Action>,
    @ReducerBuilder<ChildState, Action> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> _IfLet<Self, _WholePath<Action>, Child> {
    _IfLet(
      parent: self, state: state, child: child(), isDialog: false,
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child's reducer, whose actions are this one's, on the payload of a case.
  @inlinable
  public consuming func ifCaseLet<
    StatePath: StaticCasePath, ChildState, Child: Reducer<ChildState, Action>
  >(
    _ state: @autoclosure () -> KeyPath<State.Cases, Case<StatePath>>,
    action: @autoclosure () -> KeyPath<Action, Action>,
    @ReducerBuilder<ChildState, Action> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> _IfCaseLet<Self, StatePath, _WholePath<Action>, Child>
  where State: CasePathable, StatePath.Root == State, StatePath.Value == ChildState {
    _IfCaseLet(
      parent: self, child: child(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
