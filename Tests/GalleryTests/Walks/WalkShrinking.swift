/// Makes the shortest walk of one that fails that still fails.
///
/// Runs of steps are left out, half of them at first and single ones in the end, until no step can be
/// left out any more. Whatever comes after the step that failed goes at once.
func shrunk<Step>(
  _ failure: WalkFailure<Step>, retrying attempt: ([Step]) async throws -> WalkFailure<Step>?
) async throws -> WalkFailure<Step> {
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
