public import CairnViews

/// Runs a closure. For models that were written for another platform: the browser animates changes.
/// - Parameters:
///   - animation: Ignored.
///   - body: The closure.
/// - Returns: The result of the closure.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try body()
}
