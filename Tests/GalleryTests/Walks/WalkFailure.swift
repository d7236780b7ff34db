/// Why a walk can not go on: what is there is not what it should be.
struct WalkFailure<Step: WalkStepping>: Error {
  /// The steps up to the one that failed.
  let steps: [Step]
  let message: String
}

/// A step of a walk, as a value.
protocol WalkStepping: Sendable {
  /// The function that takes steps of this kind in a test.
  static var taker: String { get }

  /// The step as it is written in Swift.
  var source: String { get }
}

extension WalkFailure {
  /// The walk as a test that can be put into a file of tests.
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
