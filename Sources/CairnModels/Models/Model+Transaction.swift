extension Model {
  /// Makes several reads and writes one step.
  ///
  /// ```swift
  /// func takeFirst() -> Row.State? {
  ///   transaction {
  ///     state.rows.isEmpty ? nil : state.rows.removeFirst()
  ///   }
  /// }
  /// ```
  /// Until the closure ends, no other thread uses the store, and streams such as `values(of:)` deliver
  /// nothing. Afterward they deliver the final values. The closure sees its own writes. If it throws, the
  /// writes before the error are kept.
  ///
  /// Transactions can be nested. The outermost one is the step.
  /// - Returns: The result of the closure.
  public func transaction<Result>(_ body: () throws -> Result) rethrows -> Result {
    try _model.required.core.transaction(body)
  }
}
