/// Finds a shortest failing walk by leaving out steps of a longer one.
///
/// It leaves out runs of steps, starting with half of them and ending with single ones, until every
/// remaining step is necessary. It first drops all steps after the failed one.
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
