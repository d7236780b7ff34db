/// Adds a key to everything that models start in a closure, so that you can cancel it.
///
/// ```swift
/// withCancellationContext("download") {
///   first.downloadTapped()
///   second.downloadTapped()
/// }
/// first.cancelAll(for: "download")
/// ```
/// Each model cancels its own work. `cancelAll(for:)` of one model doesn't affect the others. For the work of
/// one model, use the model's own `withCancellationContext(for:_:)`.
@discardableResult
public func withCancellationContext<Result>(
  _ key: some Hashable & Sendable, _ body: () throws -> Result
) rethrows -> Result {
  try CancellationGroup.with(nil, CancellationKey(key), body)
}

/// Adds a type as a key to everything that models start in a closure, so that you can cancel it.
///
/// Call `cancelAll(for:)` of each model to cancel its work.
@discardableResult
public func withCancellationContext<Result>(
  _ type: any Any.Type, _ body: () throws -> Result
) rethrows -> Result {
  try CancellationGroup.with(nil, CancellationKey(type), body)
}
