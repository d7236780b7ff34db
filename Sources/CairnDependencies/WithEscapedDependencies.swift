/// Hands the current dependencies to an operation, to be used later and elsewhere.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   queue.async {
///     dependencies.yield { … }  // has the dependencies of the caller above
///   }
/// }
/// ```
@discardableResult
public func withEscapedDependencies<Result>(
  _ operation: (DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation())
}

/// Hands the current dependencies to an asynchronous operation, to be used later and elsewhere.
@discardableResult
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (DependencyValues.Continuation) async throws -> Result
) async rethrows -> Result {
  try await operation(DependencyValues.Continuation())
}

extension DependencyValues {
  /// Dependencies taken along to where the task that had them does not reach.
  public struct Continuation: Sendable {
    private let values = DependencyValues._current.preparing { _ in }

    init() {}

    /// Runs an operation with the dependencies, as often as you like.
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try DependencyValues.$_current.withValue(values, operation: operation)
    }

    /// Runs an asynchronous operation with the dependencies, as often as you like.
    public func yield<Result>(
      isolation: isolated (any Actor)? = #isolation,
      _ operation: () async throws -> Result
    ) async rethrows -> Result {
      try await DependencyValues.$_current.withValue(values, operation: operation)
    }
  }
}
