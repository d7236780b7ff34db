public import CairnCases

/// Runs a child reducer on a property of the parent's state, or on one case of it.
///
/// ```swift
/// Scope(state: \.profile, action: \.profile) { Profile() }
/// ```
///
/// The child runs only for its own actions. If the child's state is a case of an enum, the child runs only while the
/// state is in that case. If one of its actions arrives while the state is in another case, Cairn reports an issue and
/// ignores the action.
///
/// A `Scope` has no separate identity for cancellation. Parent and child share their cancellation IDs, and leaving a
/// case doesn't cancel effects. Use `ifCaseLet` if effects should be canceled, or if the parent changes the case.
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

  /// Creates a scope for a property of the state.
  ///
  /// - Parameters:
  ///   - state: The property that contains the child's state.
  ///   - action: The case of the parent's action that contains the child's actions.
  ///   - child: Builds the child reducer.
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

  /// Creates a scope for a property of the state, without an argument label.
  ///
  /// - Parameters:
  ///   - state: The property that contains the child's state.
  ///   - action: The case of the parent's action that contains the child's actions.
  ///   - child: Builds the child reducer.
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

  /// Creates a scope for a case of the state.
  ///
  /// ```swift
  /// Scope(state: \.signedIn, action: \.signedIn) { Home() }
  /// Scope(state: \.signedOut, action: \.signedOut) { SignIn() }
  /// ```
  ///
  /// Run the scope before reducers that change the case. Otherwise, Cairn reports an issue for the action of the case
  /// that was just left.
  ///
  /// - Parameters:
  ///   - state: The case that contains the child's state.
  ///   - action: The case of the parent's action that contains the child's actions.
  ///   - child: Builds the child reducer.
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

  /// Creates a scope for a case of the state, without an argument label.
  ///
  /// Run the scope before reducers that change the case. Otherwise, Cairn reports an issue for the action of the case
  /// that was just left.
  ///
  /// - Parameters:
  ///   - state: The case that contains the child's state.
  ///   - action: The case of the parent's action that contains the child's actions.
  ///   - child: Builds the child reducer.
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
    place.read(state) { childState in
      visitor.enterActions(
        embed: { Path().embed($0) }, visit: { child._visit(childState, with: &$0) })
    }
  }
}

/// The position of a child's state in its parent's state.
public protocol _ScopePlace<Root, Value> {
  /// The parent's state.
  associatedtype Root
  /// The child's state.
  associatedtype Value

  /// Changes the child's state in place.
  ///
  /// - Returns: The result of the closure, or `nil` if there is no child state. The closure isn't called in that case.
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result?

  /// Reads the child's state, if there is one.
  func read(_ root: Root, _ body: (Value) -> Void)
}

/// A child state in a property, which always has a value.
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

/// A child state in a case of an enum, which has a value only while the enum is in that case.
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
