/// Runs an operation with changed dependencies, and returns its result.
///
/// ```swift
/// let item = withDependencies {
///   $0.uuid = .incrementing
/// } operation: {
///   makeItem()
/// }
/// ```
///
/// The dependencies apply to everything that the operation calls and to the tasks that it creates, except for
/// `Task.detached`. If a closure runs later, from a callback or on another thread, use
/// ``withEscapedDependencies(_:)`` to pass them on.
///
/// - Parameters:
///   - updateValues: Changes the current values.
///   - operation: The operation to run.
/// - Returns: The result of the operation.
@discardableResult
public func withDependencies<Result>(
  _ updateValues: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  let values = try DependencyValues._current.preparing(updateValues)
  return try DependencyValues.$_current.withValue(values, operation: operation)
}

/// Runs an asynchronous operation with changed dependencies, and returns its result.
///
/// The operation stays on the caller's actor.
///
/// - Parameters:
///   - isolation: The caller's actor.
///   - updateValues: Changes the current values.
///   - operation: The operation to run.
/// - Returns: The result of the operation.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ updateValues: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues._current
  values.beginPreparing()
  try await updateValues(&values)
  values.endPreparing()
  return try await DependencyValues.$_current.withValue(values, operation: operation)
}
