extension Store
where
  Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State
{
  /// Accesses a property of the state that bindings can write. Assigning a value sends a binding action of the view.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { core.state[keyPath: keyPath] }
    set { sendChange(of: keyPath, to: newValue) { .view(.binding($0)) } }
  }
}
