extension Model {
  /// Combines several reads and writes into one step.
  ///
  /// ```swift
  /// func takeFirst() -> Row.State? {
  ///   transaction {
  ///     state.rows.isEmpty ? nil : state.rows.removeFirst()
  ///   }
  /// }
  /// ```
  /// Until the closure ends, other threads can't use the store, and streams such as `values(of:)` don't deliver
  /// elements. Afterward they deliver the final values. The closure sees its own writes. If it throws, the
  /// writes before the error are kept.
  ///
  /// Transactions can be nested. The outermost one is the step.
  /// - Returns: The result of the closure.
  public func transaction<Result>(_ body: () throws -> Result) rethrows -> Result {
    try _model.required.core.transaction(body)
  }
}
