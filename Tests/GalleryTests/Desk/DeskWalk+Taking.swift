import Testing

/// Takes a random walk with a seed. Returns its failure, if any, and its events.
func randomDeskWalk(
  seed: UInt64, of length: Int = 80, checkingSource: Bool = false,
  on site: () throws -> DeskSite = { try DeskSite() }
) async throws -> (failure: DeskWalk.Failure?, events: Set<DeskWalk.Event>) {
  var random = SeededGenerator(seed: seed)
  var walk = DeskWalk(on: try site())
  walk.checksSource = checkingSource
  do {
    try await walk.begin()
    for _ in 0..<length { try await walk.take(walk.nextStep(using: &random)) }
  } catch let failure as DeskWalk.Failure {
    return (failure, walk.events)
  }
  return (nil, walk.events)
}

/// Takes a walk with the given steps. Returns its failure, if any.
func takeDeskWalk(
  _ steps: [DeskStep], on site: () throws -> DeskSite = { try DeskSite() }
) async throws -> DeskWalk.Failure? {
  var walk = DeskWalk(on: try site())
  do {
    try await walk.begin()
    for step in steps { try await walk.take(step) }
  } catch let failure as DeskWalk.Failure {
    return failure
  }
  return nil
}

/// Takes a walk and expects that it succeeds.
func expectDeskWalk(
  _ steps: [DeskStep], sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  if let failure = try await takeDeskWalk(steps) {
    Issue.record("\(failure.message)", sourceLocation: sourceLocation)
  }
}
