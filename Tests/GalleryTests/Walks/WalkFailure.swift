/// The reason why a walk failed, which is a difference from the expected state.
struct WalkFailure<Step: WalkStepping>: Error {
  /// The steps, including the failed one.
  let steps: [Step]
  let message: String
}

/// A step of a walk, as a value.
protocol WalkStepping: Sendable {
  /// The name of the function that takes steps of this kind in a test.
  static var taker: String { get }

  /// The step as Swift source.
  var source: String { get }
}

extension WalkFailure {
  /// The walk as a test that can be added to a test file.
  var source: String {
    """
    @Test func walk() async throws {
      try await \(Step.taker)([
        \(steps.map(\.source).joined(separator: ",\n    ")),
      ])
    }
    """
  }
}
