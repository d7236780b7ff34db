extension Store
where
  Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State
{
  /// A property of the state that bindings write to: assigning sends a binding action of the view.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { core.state[keyPath: keyPath] }
    set { sendChange(of: keyPath, to: newValue) { .view(.binding($0)) } }
  }
}
