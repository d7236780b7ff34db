/// A view that sends the actions in its feature's `view` case. Use the macro ``/Cairn/ViewAction(for:)`` to conform to this
/// protocol.
public protocol ViewActionSending<StoreState, StoreAction>: SendableMetatype {
  /// The state of the store.
  associatedtype StoreState
  /// The action type of the store.
  associatedtype StoreAction: ViewAction

  /// The store of the feature.
  var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends an action of the view to its store.
  ///
  /// ```swift
  /// Button("Fact") { send(.factButtonTapped) }
  /// ```
  ///
  /// - Parameter action: The action to send.
  /// - Returns: A task that ends when the effects of the action have ended.
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }
}
