public import CairnCases

// A child can use the actions of its parent with `action: \.self`. The actions can be of any type.

extension Scope {
  /// Creates a scope for a property of the state and a child that has the same actions as its parent.
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

  /// Creates a scope for a property of the state and a child that has the same actions as its parent, without an
  /// argument label.
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

  /// Creates a scope for a case of the state and a child that has the same actions as its parent.
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

  /// Creates a scope for a case of the state and a child that has the same actions as its parent, without an argument
  /// label.
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
  /// Runs a child reducer that has the same actions as this reducer on optional state, if the state isn't `nil`.
  ///
  /// - Parameters:
  ///   - state: The optional state of the child.
  ///   - action: `\.self`.
  ///   - child: Builds the child reducer.
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

  /// Runs a child reducer that has the same actions as this reducer on the associated value of a case of the state.
  ///
  /// - Parameters:
  ///   - state: The case that contains the child's state.
  ///   - action: `\.self`.
  ///   - child: Builds the child reducer.
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
