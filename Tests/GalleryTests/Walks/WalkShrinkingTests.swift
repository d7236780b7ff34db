import Synchronization
import Testing

@testable import Gallery

/// The tests of walks: a walk finds a fault and is shortened.
struct WalkShrinkingTests {
  @Test func `A walk finds a lost item and is shortened`() async throws {
    // Lose every third added item.
    let site = { @Sendable in
      let count = Mutex(0)
      return try GallerySite { inventory in
        var inventory = inventory
        let add = inventory.add
        inventory.add = { item in
          let isLost = count.withLock { count in
            count += 1
            return count.isMultiple(of: 3)
          }
          if !isLost { try await add(item) }
        }
        return inventory
      }
    }
    var found: Walk.Failure?
    for seed in 0..<UInt64(100) where found == nil {
      found = try await randomWalk(seed: seed, on: site).failure
    }
    let failure = try #require(found)
    let short = try await shrunk(failure) { try await takeWalk($0, on: site) }
    #expect(short.steps.count < failure.steps.count)
    // Three forms, each with Save.
    #expect(short.steps.count <= 9)
    #expect(short.message.contains("The database has"))
    #expect(short.source.hasPrefix("@Test func walk() async throws {\n  try await expectWalk([\n"))
    #expect(short.source.contains("    .tap(\"Save\"),\n"))
    // Without the fault, the same walk succeeds.
    #expect(try await takeWalk(short.steps) == nil)
  }

  @Test func `A failure that needs two steps is shortened to these steps`() async throws {
    let steps = (0..<100).map { WalkStep.fill("Name", "\($0)") }
    let needed = [steps[17], steps[71]]
    let short = try await shrunk(Walk.Failure(steps: steps, message: "")) { steps in
      guard needed.allSatisfy(steps.contains) else { return nil }
      return Walk.Failure(steps: steps, message: "")
    }
    #expect(short.steps == needed)
  }
}
