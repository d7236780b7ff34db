/// Runs an operation with changed dependencies, and returns what it returns.
///
/// ```swift
/// let item = withDependencies {
///   $0.uuid = .incrementing
/// } operation: {
///   makeItem()
/// }
/// ```
///
/// They hold for all that the operation calls and for the tasks that it makes, those of
/// `Task.detached` aside. A closure that runs later, from a callback or another thread, takes them
/// along by ``withEscapedDependencies(_:)``.
///
/// - Parameters:
///   - updateValues: Changes the values, which begin as the current ones.
///   - operation: What to run.
@discardableResult
public func withDependencies<Result>(
  _ updateValues: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  let values = try DependencyValues._current.preparing(updateValues)
  return try DependencyValues.$_current.withValue(values, operation: operation)
}

/// Runs an asynchronous operation with changed dependencies, and returns what it returns.
///
/// It stays on the caller's actor.
///
/// - Parameters:
///   - isolation: The caller's actor.
///   - updateValues: Changes the values, which begin as the current ones.
///   - operation: What to run.
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
