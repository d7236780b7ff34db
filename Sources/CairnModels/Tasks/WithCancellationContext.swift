/// Lets everything that models begin in a closure be canceled by a key.
///
/// ```swift
/// withCancellationContext("download") {
///   first.downloadTapped()
///   second.downloadTapped()
/// }
/// first.cancelAll(for: "download")
/// ```
/// Each model cancels its own work: `cancelAll(for:)` of one model doesn't reach the others. For the work of
/// one model, use the model's own `withCancellationContext(for:_:)`.
@discardableResult
public func withCancellationContext<Result>(
  _ key: some Hashable & Sendable, _ body: () throws -> Result
) rethrows -> Result {
  try CancellationGroup.with(nil, CancellationKey(key), body)
}

/// Lets everything that models begin in a closure be canceled by a type, with `cancelAll(for:)` of each
/// model.
@discardableResult
public func withCancellationContext<Result>(
  _ type: any Any.Type, _ body: () throws -> Result
) rethrows -> Result {
  try CancellationGroup.with(nil, CancellationKey(type), body)
}
