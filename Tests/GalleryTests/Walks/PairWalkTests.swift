import Foundation
import Synchronization
import Testing
import Ways

@testable import Gallery

/// Random walks with and without the script, which must lead to the same pages.
///
/// `CAIRN_LIVE_WALKS` is the number of walks, 5 by default. `CAIRN_WALK_SEED` is the seed of the
/// first walk.
struct PairWalkTests {
  private static let addresses = [
    "/inventory", "/menu/tree", "/counters", "/menu/stack", "/trains",
  ]
  /// The number of parts that run at the same time.
  private static let parts = 2

  @Test(arguments: 0..<parts)
  func `Random walks lead to the same pages with and without the script`(part: Int) async throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["CAIRN_LIVE_WALKS"].flatMap(Int.init) ?? 5
    let base = environment["CAIRN_WALK_SEED"].flatMap(UInt64.init) ?? 1
    for number in stride(from: part, to: count, by: Self.parts) {
      let seed = base &+ UInt64(number)
      let address = Self.addresses[Int(seed) % Self.addresses.count]
      guard var failure = try await Self.take(at: address, by: .random(seed)) else { continue }
      // Shortening takes minutes, so it only runs if the number of walks is set.
      if environment["CAIRN_LIVE_WALKS"] != nil {
        failure = try await shrunk(failure) { try await Self.take(at: address, by: .steps($0)) }
      }
      Issue.record(
        """
        CAIRN_WALK_SEED=\(seed) CAIRN_LIVE_WALKS=1: \(failure.message)
        \(failure.source.replacing("expectWalk([", with: "expectPairWalk(at: \"\(address)\", ["))
        """
      )
    }
  }

  @Test func `Automatic actions of the script match buttons without it`() async throws {
    try await expectPairWalk(
      at: "/inventory",
      [
        .tap("Open", row: 1), .fill("Name", "Lamp"), .choose("Color", "Red"), .back, .reload,
        .tap("Add"), .fill("Name", "Desk"), .toggle("In stock"), .back, .forward, .restart,
        .tap("Save"), .tap("Delete", row: 0), .back, .newTab("/inventory"), .tap("Take stock"),
        .tap("Start"), .fill("Counted", "many"), .switchTab(0), .changeElsewhere(1),
        .tap("Duplicate", row: 2),
      ])
  }

  /// Takes a walk with the given steps, and expects that both users see the same page after each one.
  private func expectPairWalk(
    at address: String, _ steps: [WalkStep], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    if let failure = try await Self.take(at: address, by: .steps(steps)) {
      Issue.record(
        "\(failure.message), after \(failure.steps.last?.source ?? "none")",
        sourceLocation: sourceLocation)
    }
  }

  private enum Guide: Sendable {
    case random(UInt64)
    case steps([WalkStep])
  }

  /// Takes a walk. Returns its failure, if any.
  private static func take(at address: String, by guide: Guide) async throws -> PairWalk.Failure? {
    let failure = Mutex<PairWalk.Failure?>(nil)
    _ = try await Visit.take(.chromium) {
      let plainSite = try Visit.$current.withValue(nil) { try GallerySite() }
      do {
        var walk = try await PairWalk(at: address, in: GallerySite(), and: plainSite)
        switch guide {
        case .random(let seed):
          var random = SeededGenerator(seed: seed)
          for _ in 0..<25 { try await walk.take(walk.nextStep(using: &random)) }
        case .steps(let steps):
          for step in steps { try await walk.take(step) }
        }
      } catch let error as PairWalk.Failure {
        failure.withLock { $0 = error }
      }
    }
    return failure.withLock(\.self)
  }
}
