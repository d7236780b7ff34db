import CairnTesting
import Foundation
import RedisServers
import Testing
import Ways

@testable import Gallery

/// Random walks on three servers that share their sessions in Redis, which is killed and paused again and again, or
/// whose connections stall and are cut. Everything that was acknowledged with 303 is there afterwards, and a form that was
/// rejected with 503 and submitted again is processed once.
///
/// `CAIRN_REDIS_WALKS` is the number of walks of each kind, which is 4 by default. `CAIRN_WALK_SEED` is the seed of the
/// first walk.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct OutageWalkTests {
  /// The number of parts that run at the same time.
  private static let parts = 2

  private static var firstSeed: UInt64 {
    ProcessInfo.processInfo.environment["CAIRN_WALK_SEED"].flatMap(UInt64.init) ?? 1
  }

  /// The number of walks of each kind.
  private static var count: Int {
    ProcessInfo.processInfo.environment["CAIRN_REDIS_WALKS"].flatMap(Int.init) ?? 4
  }

  @Test(arguments: 0..<parts)
  func `Random walks don't lose any data when Redis is killed or paused`(part: Int) async throws {
    var (outages, rejections) = (0, 0)
    for number in stride(from: part, to: Self.count, by: Self.parts) {
      let redis = try Self.startRedis()
      let (transport, sender) = try await Self.walk(
        number, of: 60, at: redis.url, on: [redis]
      ) { sender, seed in
        OutageTransport(sender, in: [redis], OutageSchedule(every: 8, seed: seed))
      }
      outages += transport.outages
      rejections += sender.rejections
    }
    if Self.count >= 4 {
      #expect(outages >= Outage.allCases.count)
      #expect(rejections > 0)
    }
  }

  @Test(arguments: 0..<parts)
  func `Random walks don't lose any data when connections to Redis stall or are cut`(
    part: Int
  ) async throws {
    var (outages, rejections) = (0, 0)
    for number in stride(from: part, to: Self.count, by: Self.parts) {
      let redis = try Self.startRedis()
      let link = try FaultyLink(to: redis)
      let (transport, sender) = try await Self.walk(
        number, of: 60, at: link.url, on: [redis]
      ) { sender, seed in
        LinkOutageTransport(sender, over: link, OutageSchedule(every: 5, seed: seed))
      }
      outages += transport.outages
      rejections += sender.rejections
    }
    if Self.count >= 4 {
      #expect(outages >= LinkOutage.allCases.count)
      #expect(rejections > 0)
    }
  }

  @Test func `A random walk doesn't lose any data when nodes of a cluster are killed or paused`()
    async throws
  {
    let nodes = try RedisServer.cluster("--appendonly", "yes", "--appendfsync", "always")
    let hosts = nodes.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
    let (transport, _) = try await Self.walk(
      0, of: 40, at: "redis://\(hosts)", on: nodes
    ) { sender, seed in
      OutageTransport(sender, in: nodes, OutageSchedule(every: 8, seed: seed))
    }
    #expect(transport.outages > 0)
  }

  private static func startRedis() throws -> RedisServer {
    try RedisServer("--appendonly", "yes", "--appendfsync", "always")
  }

  /// Takes a walk, and reports its failure. Returns the transport and the sender of its requests.
  ///
  /// - Parameters:
  ///   - number: The number of the walk, which determines its seed.
  ///   - length: The number of its steps.
  ///   - url: The URL of Redis for the servers.
  ///   - nodes: The processes of Redis.
  ///   - makeTransport: Returns a transport for a sender and the seed of failures.
  private static func walk<Transport: BrowserTransport>(
    _ number: Int, of length: Int, at url: String, on nodes: [RedisServer],
    through makeTransport: (RepeatingSender, UInt64) -> Transport
  ) async throws -> (Transport, RepeatingSender) {
    let seed = firstSeed &+ UInt64(number)
    let store = try OutageStore(url)
    let site = try Servers.$count.withValue(3) { try GallerySite(sessions: store) }
    let sender = RepeatingSender(to: site, with: store)
    let transport = makeTransport(sender, ~seed)
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
    return (transport, sender)
  }
}
