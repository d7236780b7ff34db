import CairnTesting
import Foundation
import RedisServers
import Testing
import Ways

@testable import Gallery

/// Random walks on three servers that share their sessions in Redis, which is killed and paused again and again.
/// Everything that was acknowledged with 303 is there afterwards, and a form that was rejected with 503 and submitted
/// again is processed once.
///
/// `CAIRN_REDIS_WALKS` is the number of walks, which is 4 by default. `CAIRN_WALK_SEED` is the seed of the first walk.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct OutageWalkTests {
  /// The number of parts that run at the same time.
  private static let parts = 2

  private static var firstSeed: UInt64 {
    ProcessInfo.processInfo.environment["CAIRN_WALK_SEED"].flatMap(UInt64.init) ?? 1
  }

  @Test(arguments: 0..<parts)
  func `Random walks don't lose any data when Redis is killed or paused`(part: Int) async throws {
    let count = ProcessInfo.processInfo.environment["CAIRN_REDIS_WALKS"].flatMap(Int.init) ?? 4
    var (outages, rejections) = (0, 0)
    for number in stride(from: part, to: count, by: Self.parts) {
      let redis = try RedisServer("--appendonly", "yes", "--appendfsync", "always")
      let transport = try await Self.walk(
        seed: Self.firstSeed &+ UInt64(number), of: 60, on: [redis])
      outages += transport.outages
      rejections += transport.rejections
    }
    if count >= 4 {
      #expect(outages >= Outage.allCases.count)
      #expect(rejections > 0)
    }
  }

  @Test func `A random walk doesn't lose any data when nodes of a cluster are killed or paused`()
    async throws
  {
    let nodes = try RedisServer.cluster("--appendonly", "yes", "--appendfsync", "always")
    let transport = try await Self.walk(seed: Self.firstSeed, of: 40, on: nodes)
    #expect(transport.outages > 0)
  }

  /// Takes a walk, and reports its failure. Returns the transport of its requests.
  private static func walk(
    seed: UInt64, of length: Int, on nodes: [RedisServer]
  ) async throws -> OutageTransport {
    let hosts = nodes.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
    let store = try OutageStore("redis://\(hosts)")
    let site = try Servers.$count.withValue(3) { try GallerySite(sessions: store) }
    let transport = OutageTransport(to: site, with: store, in: nodes, every: 8, seed: ~seed)
    var random = SeededGenerator(seed: seed)
    let habits = Walk.Habits(hasTabs: Bool.random(using: &random))
    var walk = Walk(on: site, through: transport)
    do {
      try await walk.begin()
      for _ in 0..<length { try await walk.take(walk.nextStep(habits, using: &random)) }
      // What was acknowledged is there after everyone has lost their memory.
      for node in nodes { try node.restart() }
      try await walk.take(.restart)
      for tab in 0..<walk.tabCount {
        try await walk.take(.switchTab(tab))
        try await walk.take(.reload)
      }
    } catch let failure as Walk.Failure {
      Issue.record(
        "CAIRN_WALK_SEED=\(seed) CAIRN_REDIS_WALKS=1: \(failure.message)\n\(failure.source)")
    }
    await store.close()
    return transport
  }
}
