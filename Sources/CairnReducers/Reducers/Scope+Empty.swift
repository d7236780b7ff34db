public import CairnCases

// These initializers are for a case without a reducer. They still report actions that arrive while the state is in
// another case. The reducer builder can't infer the type of the child from an empty closure.

extension Scope {
  /// Creates a scope for a case of the state that has no reducer.
  ///
  /// If an action of this case arrives while the state is in another case, Cairn reports an issue.
  public init<StatePath: StaticCasePath>(
    state: @autoclosure () -> KeyPath<ParentState.Cases, Case<StatePath>>,
    action: @autoclosure () -> KeyPath<ParentAction.Cases, Case<Path>>,
    child: () -> Void, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  )
  where
    ParentState: CasePathable, ParentAction: CasePathable, StatePath.Root == ParentState,
    Place == _CasePlace<StatePath>, Child == EmptyReducer<StatePath.Value, Path.Value>
  {
    self.init(
      place: _CasePlace(), child: EmptyReducer(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates a scope for a case of the state that has no reducer, without an argument label.
  ///
  /// If an action of this case arrives while the state is in another case, Cairn reports an issue.
  public init<StatePath: StaticCasePath>(
    _ state: @autoclosure () -> KeyPath<ParentState.Cases, Case<StatePath>>,
    action: @autoclosure () -> KeyPath<ParentAction.Cases, Case<Path>>,
    child: () -> Void, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  )
  where
    ParentState: CasePathable, ParentAction: CasePathable, StatePath.Root == ParentState,
    Place == _CasePlace<StatePath>, Child == EmptyReducer<StatePath.Value, Path.Value>
  {
    self.init(
      place: _CasePlace(), child: EmptyReducer(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates a scope for a case of the state with an empty reducer.
  ///
  /// If an action of this case arrives while the state is in another case, Cairn reports an issue.
  public init<StatePath: StaticCasePath>(
    state: @autoclosure () -> KeyPath<ParentState.Cases, Case<StatePath>>,
    action: @autoclosure () -> KeyPath<ParentAction.Cases, Case<Path>>,
    child: () -> EmptyReducer<StatePath.Value, Path.Value>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  )
  where
    ParentState: CasePathable, ParentAction: CasePathable, StatePath.Root == ParentState,
    Place == _CasePlace<StatePath>, Child == EmptyReducer<StatePath.Value, Path.Value>
  {
    self.init(
      place: _CasePlace(), child: EmptyReducer(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates a scope for a case of the state with an empty reducer, without an argument label.
  ///
  /// If an action of this case arrives while the state is in another case, Cairn reports an issue.
  public init<StatePath: StaticCasePath>(
    _ state: @autoclosure () -> KeyPath<ParentState.Cases, Case<StatePath>>,
    action: @autoclosure () -> KeyPath<ParentAction.Cases, Case<Path>>,
    child: () -> EmptyReducer<StatePath.Value, Path.Value>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  )
  where
    ParentState: CasePathable, ParentAction: CasePathable, StatePath.Root == ParentState,
    Place == _CasePlace<StatePath>, Child == EmptyReducer<StatePath.Value, Path.Value>
  {
    self.init(
      place: _CasePlace(), child: EmptyReducer(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
