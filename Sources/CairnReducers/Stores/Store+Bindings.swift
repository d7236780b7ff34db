// These methods send the actions of bindings. A store whose state no longer exists doesn't send actions. For example,
// the button of a dialog may have removed the feature that presents the dialog. A missing operator is reported only if
// the action was processed, because a store that's stopped at a state ignores actions.

extension Store {
  /// Sends the change of a property. Issues are reported where the store was created.
  @usableFromInline
  func sendChange<Value: Equatable & Sendable>(
    of keyPath: WritableKeyPath<State, Value>, to value: Value,
    as action: (BindingAction<State>) -> Action
  ) {
    guard core.isValid else { return }
    send(action(BindingAction(keyPath, value, at: core.origin)))
  }

  /// Sends the dismissal of a feature if one is presented. Reports an issue if no `ifLet` handles the action.
  @usableFromInline
  package func sendDismissal<ChildState>(
    of state: KeyPath<State, ChildState?>, _ action: Action, at location: _IssueLocation
  ) {
    guard core.isValid, let before = core.state[keyPath: state] else { return }
    let isProcessed = core.processesAtOnce
    let isHandled = PresentationHandling.observe { send(action) }
    guard isProcessed, !isHandled, let after = core.state[keyPath: state],
      _CaseIdentity(of: after) == _CaseIdentity(of: before)
    else { return }
    Issue.unhandledDismissal(action, of: after, at: location)
  }

  /// Sends the change of a stack. Reports an issue if no `forEach` handles the action.
  package func sendChange<ElementState>(
    of state: KeyPath<State, StackState<ElementState>>, _ action: Action,
    at location: _IssueLocation
  ) {
    guard core.isValid else { return }
    let before = core.state[keyPath: state].ids
    let isProcessed = core.processesAtOnce
    let isHandled = PresentationHandling.observe { send(action) }
    guard isProcessed, !isHandled, core.state[keyPath: state].ids == before else { return }
    Issue.unhandledPath(action, at: location)
  }
}
