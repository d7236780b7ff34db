public import CairnCases
public import CairnFeatures

extension Reducer {
  /// Runs a child reducer on optional state if the state isn't `nil`.
  ///
  /// The child runs before the parent, so the parent can set the state to `nil` in response. If an action of the child
  /// arrives while the state is `nil`, Cairn reports an issue and still runs the parent.
  ///
  /// After any action of an alert or a confirmation dialog, its state is set to `nil`. This is also true if the alert
  /// or dialog is a case of an enum.
  ///
  /// - Parameters:
  ///   - state: The optional state of the child.
  ///   - action: The case of the parent's action that contains the child's actions.
  ///   - child: Builds the child reducer.
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
      parent: self, state: state, child: child(), isDialog: false,
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Presents an alert or a confirmation dialog that has no reducer.
  ///
  /// After any action of the alert or dialog, its state is set to `nil`.
  ///
  /// - Parameters:
  ///   - state: The optional state of the alert or dialog.
  ///   - action: The case of the parent's action that contains the actions of the alert or dialog.
  @_disfavoredOverload
  @inlinable
  public consuming func ifLet<Path: StaticCasePath, DialogState: _EphemeralState>(
    _ state: WritableKeyPath<State, DialogState?>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> _IfLet<Self, Path, EmptyReducer<DialogState, DialogState.Action>>
  where Action: CasePathable, Path.Root == Action, Path.Value == DialogState.Action {
    _IfLet(
      parent: self, state: state, child: EmptyReducer(), isDialog: true,
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Presents an alert or a confirmation dialog that has a reducer.
  ///
  /// After any action of the alert or dialog, its state is set to `nil`.
  ///
  /// - Parameters:
  ///   - state: The optional state of the alert or dialog.
  ///   - action: The case of the parent's action that contains the actions of the alert or dialog.
  ///   - dialog: Builds the reducer of the alert or dialog.
  @_disfavoredOverload
  @inlinable
  public consuming func ifLet<
    Path: StaticCasePath, DialogState: _EphemeralState, DialogAction,
    Dialog: Reducer<DialogState, DialogAction>
  >(
    _ state: WritableKeyPath<State, DialogState?>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    @ReducerBuilder<DialogState, DialogAction> then dialog: () -> Dialog,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> _IfLet<Self, Path, Dialog>
  where Action: CasePathable, Path.Root == Action, Path.Value == DialogAction {
    _IfLet(
      parent: self, state: state, child: dialog(), isDialog: true,
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer combined with the reducer for an optional part of its state.
public struct _IfLet<Parent: Reducer, Path: StaticCasePath, Child: Reducer>: Reducer
where Path.Root == Parent.Action, Path.Value == Child.Action {
  @usableFromInline let parent: Parent
  @usableFromInline let state: WritableKeyPath<Parent.State, Child.State?>
  @usableFromInline let child: Child
  @usableFromInline let isDialog: Bool
  @usableFromInline let location: _IssueLocation

  @usableFromInline
  init(
    parent: Parent, state: WritableKeyPath<Parent.State, Child.State?>, child: Child,
    isDialog: Bool, location: _IssueLocation
  ) {
    self.parent = parent
    self.state = state
    self.child = child
    self.isDialog = isDialog
    self.location = location
  }

  @inlinable
  public func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let childAction = Path().extract(from: action) else {
      return parent.reduce(into: &state, action: action)
    }
    guard state[keyPath: self.state] != nil else {
      Issue.childActionWithoutState(
        operatorName: "ifLet", action: action, presentation: "the optional state was 'nil'",
        childState: Child.State.self, location: location)
      return parent.reduce(into: &state, action: action)
    }
    var isEphemeral = isDialog
    let effect = Child._reduce(
      child, into: &state[keyPath: self.state]!, childAction, &isEphemeral)
    return reduceParent(into: &state, action, after: effect, isEphemeral: isEphemeral)
  }

  @usableFromInline
  func reduceParent(
    into state: inout Parent.State, _ action: Parent.Action, after effect: Effect<Child.Action>,
    isEphemeral: Bool
  ) -> Effect<Parent.Action> {
    var isEphemeral = isEphemeral
    var childEffect = Effect<Parent.Action>.none
    if effect.operation != nil, effect.reportsOtherCase(at: location) {
      // The action was meant for another case, so the current alert or dialog stays.
      isEphemeral = false
    } else if effect.operation != nil, let childState = state[keyPath: self.state] {
      childEffect = effect.map(Path()).tagged(node(of: childState))
    }
    let before = isEphemeral ? state[keyPath: self.state].map(node) : nil
    let parentEffect = parent.reduce(into: &state, action: action)
    if let before, state[keyPath: self.state].map(node) == before {
      state[keyPath: self.state] = nil
    }
    return childEffect.merge(with: parentEffect)
  }

  @usableFromInline
  func node(of childState: Child.State) -> IdentityNode {
    IdentityNode(place: .keyPath(state), value: childState)
  }

  public func _visit(_ state: Parent.State, with visitor: inout IdentityVisitor) {
    if let childState = state[keyPath: self.state] {
      visitor.enter(node(of: childState)) { visitor in
        visitor.enterActions(
          embed: { Path().embed($0) }, visit: { child._visit(childState, with: &$0) })
      }
    }
    parent._visit(state, with: &visitor)
  }

  @inlinable
  public static func _isEphemeral(_ state: Parent.State) -> Bool { Parent._isEphemeral(state) }
}
