public import CairnReducers
public import CairnViews

extension Binding {
  /// A binding to a shared value, which is written without an action.
  ///
  /// ```swift
  /// TextField("Name", text: Binding(store.$name))
  /// ```
  /// No reducer sees what is written: use it where none has to.
  public init(_ shared: Shared<Value>) {
    self.init(
      get: { shared.wrappedValue },
      set: { value in shared.withLock { $0 = value } })
  }
}
