public import CairnCases

/// Runs a child's reducer on a part of the state that the parent always has, or on one case of it.
///
/// ```swift
/// Scope(state: \.profile, action: \.profile) { Profile() }
/// ```
/// A child in a property runs for its own actions, nothing else. A child in a case of an enum runs
/// while the state is at that case; an action of it that comes at another time reports an issue and
/// does nothing. A `Scope` is no place of its own for cancellation: parent and child share their ids,
/// and leaving a case cancels nothing. Use
/// ``Reducer/ifCaseLet(_:action:then:fileID:filePath:line:column:)`` where it should, and where the
/// parent changes the case.
public struct Scope<
  ParentState, ParentAction, Place: _ScopePlace, Path: StaticCasePath, Child: Reducer
>: Reducer
where
  Place.Root == ParentState, Place.Value == Child.State, Path.Root == ParentAction,
  Path.Value == Child.Action
{
  @usableFromInline let place: Place
  @usableFromInline let child: Child
  @usableFromInline let location: _IssueLocation

  @usableFromInline
  init(place: Place, child: Child, location: _IssueLocation) {
    self.place = place
    self.child = child
    self.location = location
  }

  /// Runs the child on a property of the state, for the actions of a case.
  @inlinable
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: @autoclosure () -> KeyPath<ParentAction.Cases, Case<Path>>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  )
  where
    ParentAction: CasePathable,
    Place == _PropertyPlace<ParentState, ChildState>, Child.State == ChildState,
    Child.Action == ChildAction
  {
    self.init(
      place: _PropertyPlace(state), child: child(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The same as ``init(state:action:child:fileID:filePath:line:column:)``, without a label.
  @inlinable
  public init<ChildState, ChildAction>(
    _ state: WritableKeyPath<ParentState, ChildState>,
    action: @autoclosure () -> KeyPath<ParentAction.Cases, Case<Path>>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  )
  where
    ParentAction: CasePathable,
    Place == _PropertyPlace<ParentState, ChildState>, Child.State == ChildState,
    Child.Action == ChildAction
  {
    self.init(
      state: state, action: action(), child: child, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Runs the child on a case of the state, for the actions of a case.
  ///
  /// ```swift
  /// Scope(state: \.signedIn, action: \.signedIn) { Home() }
  /// Scope(state: \.signedOut, action: \.signedOut) { SignIn() }
  /// ```
  /// Let it run before what changes the case: the action of a case that was just left reports an issue.
  @inlinable
  public init<ChildState, ChildAction, StatePath: StaticCasePath>(
    state: @autoclosure () -> KeyPath<ParentState.Cases, Case<StatePath>>,
    action: @autoclosure () -> KeyPath<ParentAction.Cases, Case<Path>>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  )
  where
    ParentState: CasePathable, ParentAction: CasePathable, StatePath.Root == ParentState,
    StatePath.Value == ChildState,
    Place == _CasePlace<StatePath>, Child.State == ChildState, Child.Action == ChildAction
  {
    self.init(
      place: _CasePlace(), child: child(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The same, without a label.
  @inlinable
  public init<ChildState, ChildAction, StatePath: StaticCasePath>(
    _ state: @autoclosure () -> KeyPath<ParentState.Cases, Case<StatePath>>,
    action: @autoclosure () -> KeyPath<ParentAction.Cases, Case<Path>>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  )
  where
    ParentState: CasePathable, ParentAction: CasePathable, StatePath.Root == ParentState,
    StatePath.Value == ChildState,
    Place == _CasePlace<StatePath>, Child.State == ChildState, Child.Action == ChildAction
  {
    self.init(
      state: state(), action: action(), child: child, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  @inlinable
  public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    guard let childAction = Path().extract(from: action) else { return .none }
    let effect = place.modify(&state) { child.reduce(into: &$0, action: childAction) }
    guard let effect else {
      reportOtherCase(of: state, action)
      return .ofReportedCase
    }
    if effect.operation != nil, effect.reportsOtherCase(at: location) { return .none }
    return effect.map(Path())
  }

  @usableFromInline
  func reportOtherCase(of state: ParentState, _ action: ParentAction) {
    Issue.childActionAtOtherCase(
      action: action, state: state, childState: Child.State.self, location: location)
  }

  @inlinable
  public func _visit(_ state: ParentState, with visitor: inout IdentityVisitor) {
    place.read(state) { child._visit($0, with: &visitor) }
  }
}

/// Where a child's state stands in its parent's.
public protocol _ScopePlace<Root, Value> {
  associatedtype Root
  associatedtype Value

  /// Changes the child's state in place; nil, and the closure is not called, where there is none.
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result?

  /// Reads the child's state, where there is one.
  func read(_ root: Root, _ body: (Value) -> Void)
}

/// A property: there is always a value.
public struct _PropertyPlace<Root, Value>: _ScopePlace {
  @usableFromInline let keyPath: WritableKeyPath<Root, Value>

  @inlinable
  init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
  }

  @inlinable
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    body(&root[keyPath: keyPath])
  }

  @inlinable
  public func read(_ root: Root, _ body: (Value) -> Void) {
    body(root[keyPath: keyPath])
  }
}

/// A case of an enum: there is a value while the enum is at it.
public struct _CasePlace<Path: StaticCasePath>: _ScopePlace {
  @inlinable
  init() {}

  @inlinable
  public func modify<Result>(
    _ root: inout Path.Root, _ body: (inout Path.Value) -> Result
  ) -> Result? {
    Path().modify(&root, body)
  }

  @inlinable
  public func read(_ root: Path.Root, _ body: (Path.Value) -> Void) {
    if let value = Path().extract(from: root) { body(value) }
  }
}
