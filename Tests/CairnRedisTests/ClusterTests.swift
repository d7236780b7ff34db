import CairnRedis
import CairnSessions
import CairnSessionsTesting
import RedisServers
import Synchronization
import Testing

/// A cluster of three nodes.
struct ClusterTests {
  /// The slot of the keys of a store with the default prefix.
  private static let slot = "13907"
  private let nodes: [RedisServer]

  init() throws {
    nodes = try (1...3).map { _ in try RedisServer("--cluster-enabled", "yes") }
    let output = try RedisServer.client(
      ["--cluster", "create"] + nodes.map { "127.0.0.1:\($0.port)" } + ["--cluster-yes"])
    try #require(output.contains("All 16384 slots covered"))
  }

  @Test func `A store in a cluster meets the requirements, through any node`() async throws {
    for (number, check) in SessionStoreCheck.all.enumerated() {
      try await check.run {
        try RedisSessionStore(nodes[number % 3].url) { $0.prefix = "check\(number)" }
      }
    }
  }

  @Test func `Commits continue while their slot is moved to another node`() async throws {
    let store = try RedisSessionStore(nodes[0].url)
    let commits = Mutex(0)
    try await store.count(sessions: 1...4, to: 30) { [nodes] in
      let number = commits.withLock { commits in
        commits += 1
        return commits
      }
      if number == 40 { try Self.moveSlot(from: nodes[2], to: nodes[1], amongst: nodes) }
      if number == 80 { try Self.moveSlot(from: nodes[1], to: nodes[0], amongst: nodes) }
    }
    try await store.expect(sessions: 1...4, at: 30)
    #expect(try nodes[0].command("CLUSTER", "COUNTKEYSINSLOT", Self.slot) != "0")
    #expect(try nodes[2].command("CLUSTER", "COUNTKEYSINSLOT", Self.slot) == "0")
    await store.close()
  }

  private static func moveSlot(
    from source: RedisServer, to target: RedisServer, amongst nodes: [RedisServer]
  ) throws {
    let sourceID = try source.command("CLUSTER", "MYID")
    let targetID = try target.command("CLUSTER", "MYID")
    try target.command("CLUSTER", "SETSLOT", slot, "IMPORTING", sourceID)
    try source.command("CLUSTER", "SETSLOT", slot, "MIGRATING", targetID)
    while case let keys = try source.command("CLUSTER", "GETKEYSINSLOT", slot, "3"), keys != "" {
      for key in keys.split(separator: "\n") {
        let reply = try source.command(
          "MIGRATE", "127.0.0.1", "\(target.port)", String(key), "0", "30000")
        try #require(reply == "OK")
      }
    }
    for node in [target, source] + nodes {
      try node.command("CLUSTER", "SETSLOT", slot, "NODE", targetID)
    }
  }
}
