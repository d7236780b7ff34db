/// Makes the shortest walk of one that fails that still fails.
///
/// Runs of steps are left out, half of them at first and single ones in the end, until no step can be
/// left out any more. Whatever comes after the step that failed goes at once.
func shrunk(
  _ failure: Walk.Failure, retrying attempt: ([WalkStep]) async throws -> Walk.Failure?
) async throws -> Walk.Failure {
  var best = failure
  var length = max(1, best.steps.count / 2)
  while true {
    var start = 0
    var isShorter = false
    while start < best.steps.count {
      var steps = best.steps
      steps.removeSubrange(start..<min(start + length, steps.count))
      if let shorter = try await attempt(steps) {
        best = shorter
        isShorter = true
      } else {
        start += length
      }
    }
    if length == 1, !isShorter { return best }
    length = max(1, length / 2)
  }
}

extension Walk.Failure {
  /// The walk as a test that can be put into a file of tests.
  var source: String {
    """
    @Test func walk() async throws {
      try await expectWalk([
        \(steps.map(\.source).joined(separator: ",\n    ")),
      ])
    }
    """
  }
}
