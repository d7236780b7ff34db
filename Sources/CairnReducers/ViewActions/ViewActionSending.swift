/// A view that sends the actions of its feature's `view` case. Use the macro ``ViewAction(for:)`` to
/// conform to it.
public protocol ViewActionSending<StoreState, StoreAction>: SendableMetatype {
  associatedtype StoreState
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
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }
}
