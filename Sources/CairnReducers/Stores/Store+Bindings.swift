// What bindings send. A missing operator is reported only if the action was processed: a store that is stopped at a
// state does nothing.

extension Store {
  /// The change of a property, as a binding sends it. Issues of it point to where the store was made.
  @usableFromInline
  func change<Value: Equatable & Sendable>(
    of keyPath: WritableKeyPath<State, Value>, to value: Value
  ) -> BindingAction<State> {
    BindingAction(keyPath, value, at: core.origin)
  }

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
