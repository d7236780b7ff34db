// What bindings send that are set to nil, or to another path. An operator that is missing is reported only if the
// action was processed: a store whose state is stopped, as while time travels, does nothing.

extension Store {
  /// Sends the dismissal of a feature, if one is presented. Reports that no `ifLet` handles it.
  @usableFromInline
  package func sendDismissal<ChildState>(
    of state: KeyPath<State, ChildState?>, _ action: Action, at location: _IssueLocation
  ) {
    guard let before = core.state[keyPath: state] else { return }
    let isProcessed = core.processesAtOnce
    let isHandled = PresentationHandling.observe { send(action) }
    guard isProcessed, !isHandled, let after = core.state[keyPath: state],
      _CaseIdentity(of: after) == _CaseIdentity(of: before)
    else { return }
    Issue.unhandledDismissal(action, of: after, at: location)
  }

  /// Sends the change of a stack. Reports that no `forEach` handles it.
  package func sendChange<ElementState>(
    of state: KeyPath<State, StackState<ElementState>>, _ action: Action,
    at location: _IssueLocation
  ) {
    let before = core.state[keyPath: state].ids
    let isProcessed = core.processesAtOnce
    let isHandled = PresentationHandling.observe { send(action) }
    guard isProcessed, !isHandled, core.state[keyPath: state].ids == before else { return }
    Issue.unhandledPath(action, at: location)
  }
}
