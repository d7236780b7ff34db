public import CairnReducers
public import CairnViews

extension Binding {
  /// Creates a binding to a shared value, which is changed without an action.
  ///
  /// ```swift
  /// TextField("Name", text: Binding(store.$name))
  /// ```
  /// Reducers don't see these changes, so use this binding only if they don't need to.
  public init(_ shared: Shared<Value>) {
    self.init(
      get: { shared.wrappedValue },
      set: { value in shared.withLock { $0 = value } })
  }
}
