public import CairnViews

/// Runs a closure. It lets you reuse models that were written for other platforms.
///
/// The animation is ignored, because the browser animates changes.
/// - Parameters:
///   - animation: Ignored.
///   - body: The closure.
/// - Returns: The result of the closure.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try body()
}
