/// Passes the current dependencies to an operation, which can use them later and in another context.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   queue.async {
///     dependencies.yield { … }  // Uses the dependencies of the caller above.
///   }
/// }
/// ```
@discardableResult
public func withEscapedDependencies<Result>(
  _ operation: (DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation())
}

/// Passes the current dependencies to an asynchronous operation, which can use them later and in another
/// context.
@discardableResult
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (DependencyValues.Continuation) async throws -> Result
) async rethrows -> Result {
  try await operation(DependencyValues.Continuation())
}

extension DependencyValues {
  /// Dependencies that can be used outside the task that had them.
  public struct Continuation: Sendable {
    private let values = DependencyValues._current.preparing { $0.keepRequest() }

    init() {}

    /// Runs an operation with the dependencies. You can call this method any number of times.
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try DependencyValues.$_current.withValue(values, operation: operation)
    }

    /// Runs an asynchronous operation with the dependencies. You can call this method any number of times.
    public func yield<Result>(
      isolation: isolated (any Actor)? = #isolation,
      _ operation: () async throws -> Result
    ) async rethrows -> Result {
      try await DependencyValues.$_current.withValue(values, operation: operation)
    }
  }
}
