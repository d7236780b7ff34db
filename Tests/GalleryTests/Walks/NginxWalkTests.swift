import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// Random walks through nginx, with the configuration from the article, to three servers that share their sessions in
/// Redis. The servers are replaced one by one, between steps or around them.
///
/// `CAIRN_NGINX_WALKS` is the number of walks, which is 2 by default. `CAIRN_WALK_SEED` is the seed of the first walk.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct NginxWalkTests {
  private static var firstSeed: UInt64 {
    ProcessInfo.processInfo.environment["CAIRN_WALK_SEED"].flatMap(UInt64.init) ?? 1
  }

  private static var count: UInt64 {
    ProcessInfo.processInfo.environment["CAIRN_NGINX_WALKS"].flatMap(UInt64.init) ?? 2
  }

  @Test func `Random walks behind nginx don't lose any data when servers are replaced`()
    async throws
  {
    for number in 0..<Self.count {
      let seed = Self.firstSeed &+ number
      _ = try await Visit.take(.nginx) { try await Self.walk(seed) }
    }
  }

  /// Takes a walk, and reports its failure.
  private static func walk(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let habits = Walk.Habits(hasTabs: Bool.random(using: &random))
    let site = try GallerySite()
    var walk = Walk(on: site)
    var replacements = 0
    do {
      try await walk.begin()
      for _ in 0..<60 {
        let step = walk.nextStep(habits, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
          try await site.restart(Int.random(in: 0..<3, using: &random))
          try await walk.take(step)
          replacements += 1
        // This step replaces all servers at once.
        case 1 where step != .restart:
          // nginx leaves such a server out for a while, so one of them is always there.
          try await site.restart(Int.random(in: 0..<2, using: &random)) {
            try await walk.take(step)
          }
          replacements += 1
        default: try await walk.take(step)
        }
      }
    } catch let failure as Walk.Failure {
      Issue.record(
        "CAIRN_WALK_SEED=\(seed) CAIRN_NGINX_WALKS=1: \(failure.message)\n\(failure.source)")
      return
    }
    #expect(replacements > 3)
  }
}
