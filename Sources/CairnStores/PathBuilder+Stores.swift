public import CairnReducers
public import CairnScreens

extension PathBuilder {
  /// Sends an action when a screen of this builder is dismissed.
  public func onDismiss<State, Action>(
    send action: Action, into store: Store<State, Action>
  ) -> ModifiedPathBuilder<Self> {
    onDismiss { (_: AnyScreen) in store.send(action) }
  }

  /// Sends an action when a screen of the given type is dismissed.
  public func onDismiss<S: Screen, State, Action>(
    of type: S.Type, send action: Action, into store: Store<State, Action>
  ) -> ModifiedPathBuilder<Self> {
    onDismiss(of: type) { store.send(action) }
  }
}
