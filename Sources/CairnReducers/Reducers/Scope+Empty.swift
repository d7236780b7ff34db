public import CairnCases

// A case without a reducer: what an action of it finds at another case is still reported. The builder of
// reducers can not tell what it builds where there is nothing.

extension Scope {
  /// A case without a reducer.
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

  /// A case without a reducer. Without a label.
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

  /// A case without a reducer.
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

  /// A case without a reducer. Without a label.
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
