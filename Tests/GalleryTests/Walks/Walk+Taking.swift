import Testing

@testable import Gallery

/// Takes a random walk with a seed. Returns its failure, if any, and its events.
func randomWalk(
  seed: UInt64, of length: Int = 100, checkingSource: Bool = false,
  on site: () throws -> GallerySite = { try GallerySite() }
) async throws -> (failure: Walk.Failure?, events: Set<Walk.Event>) {
  var random = SeededGenerator(seed: seed)
  let habits = Walk.Habits(hasTabs: Bool.random(using: &random))
  var walk = Walk(on: try site())
  walk.checksSource = checkingSource
  do {
    try await walk.begin()
    for _ in 0..<length { try await walk.take(walk.nextStep(habits, using: &random)) }
  } catch let failure as Walk.Failure {
    return (failure, walk.events)
  }
  return (nil, walk.events)
}

/// Takes a walk with the given steps. Returns its failure, if any.
func takeWalk(
  _ steps: [WalkStep], on site: () throws -> GallerySite = { try GallerySite() }
) async throws -> Walk.Failure? {
  try await taken(steps, on: site).failure
}

/// Takes a walk, and expects that every step is possible and leads to the state of the model.
func expectWalk(
  _ steps: [WalkStep], sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let (failure, skipped) = try await taken(steps) { try GallerySite() }
  if let failure { Issue.record("\(failure.message)", sourceLocation: sourceLocation) }
  #expect(skipped.isEmpty, sourceLocation: sourceLocation)
}

private func taken(
  _ steps: [WalkStep], on site: () throws -> GallerySite
) async throws -> (failure: Walk.Failure?, skipped: [WalkStep]) {
  var walk = Walk(on: try site())
  do {
    try await walk.begin()
    for step in steps { try await walk.take(step) }
  } catch let failure as Walk.Failure {
    return (failure, walk.skipped)
  }
  return (nil, walk.skipped)
}
