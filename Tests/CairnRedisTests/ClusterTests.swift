import CairnSessions
import CairnSessionsTesting
import RedisServers
import Synchronization
import Testing

@testable import CairnRedis

/// A cluster of three nodes.
struct ClusterTests {
  /// The slot of the keys of a store with the default prefix.
  private static let slot = "13907"
  private let nodes: [RedisServer]

  init() throws {
    nodes = try RedisServer.cluster("--cluster-require-full-coverage", "no")
  }

  @Test func `A store in a cluster meets the requirements, through any node`() async throws {
    for (number, check) in SessionStoreCheck.all.enumerated() {
      try await check.run {
        try RedisSessionStore(nodes[number % 3].url) { $0.prefix = "check\(number)" }
      }
    }
  }

  @Test func `A store with several shards meets the requirements in each shard`() async throws {
    for (number, check) in SessionStoreCheck.all.enumerated() {
      let shards = 2 + number % 30
      try await check.run {
        let store = try RedisSessionStore(nodes[number % 3].url) {
          $0.prefix = "check\(number)"
          $0.shards = shards
        }
        return StoreOfOneShard(store, of: shards)
      }
    }
  }

  @Test func `Sessions are on all nodes, each with all its keys in one slot`() async throws {
    let store = try RedisSessionStore(nodes[0].url) { $0.shards = 64 }
    for session in 0..<64 {
      var transaction = SessionTransaction(session, revision: 1)
      transaction.client = StoredSession.Client(bits: 7)
      transaction.owner = .set(StoredSession.Owner(known: "Blob"))
      _ = try await store.commit(transaction)
      transaction = SessionTransaction(session, revision: 2)
      transaction.renaming = .test(session + 64)
      _ = try await store.commit(transaction)
    }
    try await store.expect(sessions: 64...127, at: 2)
    var sessions = 0
    for node in nodes {
      let keys = try node.command("KEYS", "*").split(separator: "\n")
      // A shard has the keys of its session, and its indexes.
      let records = keys.filter { $0.contains(/session:[0-9a-f]+$/) }
      #expect((21...22).contains(records.count))
      #expect(keys.count { !$0.hasSuffix("}:version") } == records.count * 9)
      for record in records {
        let session = try #require(Int(record.suffix(8), radix: 16))
        #expect(record.hasPrefix("cairn:{\(session - 64)}:"))
      }
      sessions += records.count
    }
    #expect(sessions == 64)
    #expect(try await store.storedBytes() == 64 * (1000 + 2 * 57))
    let removed = try await store.removeSessions(
      of: StoredSession.Owner(known: "Blob"), except: nil)
    #expect(removed == (64..<128).map { .test($0) })
    await store.close()
  }

  @Test func `Without one of the nodes, sessions of the others are still available`() async throws {
    let store = try RedisSessionStore(nodes[0].url) { $0.shards = 16 }
    try await store.count(sessions: 0...15, to: 1)
    nodes[1].end()
    let others = (0...15).filter { session in
      let slot = Shards(prefix: "cairn", count: 16)[.test(session)].slot
      return !(5461...10922).contains(slot)
    }
    #expect(others.count == 10)
    for session in others {
      let result = try await store.commit(SessionTransaction(session, revision: 2))
      #expect(result == .committed(EvictionReport(), version: 2))
      try await store.expect(sessions: session...session, at: 2)
    }
    await store.close()
  }

  @Test func `Commits continue while their slot is moved to another node`() async throws {
    let store = try RedisSessionStore(nodes[0].url)
    let commits = Mutex(0)
    let (moved, move) = AsyncStream.makeStream(of: Void.self)
    try await store.count(sessions: 1...4, to: 30) { [nodes] in
      let number = commits.withLock { commits in
        commits += 1
        return commits
      }
      if number == 40 {
        defer { move.finish() }
        try Self.moveSlot(from: nodes[2], to: nodes[1], amongst: nodes)
      }
      if number == 80 {
        // Other sessions continue during the first move.
        for await _ in moved {}
        try Self.moveSlot(from: nodes[1], to: nodes[0], amongst: nodes)
      }
    }
    try await store.expect(sessions: 1...4, at: 30)
    #expect(try nodes[0].command("CLUSTER", "COUNTKEYSINSLOT", Self.slot) != "0")
    #expect(try nodes[2].command("CLUSTER", "COUNTKEYSINSLOT", Self.slot) == "0")
    await store.close()
  }

  @Test func `Announcements continue when their slot is moved to another node`() async throws {
    let store = try RedisSessionStore(nodes[0].url)
    let announcements = Announcements()
    let listening = try #require(announcements.listen(to: .test(1), in: store))
    #expect(await announcements.next() == .began)
    try await store.count(sessions: 1...1, to: 1)
    #expect(await announcements.next() == .change(of: 1, to: 1))
    for (revision, target) in [(2, 1), (3, 0)] as [(UInt64, Int)] {
      let source = target == 1 ? nodes[2] : nodes[1]
      try Self.moveSlot(from: source, to: nodes[target], amongst: nodes)
      #expect(await announcements.next() == .began)
      let result = try await store.commit(SessionTransaction(1, revision: revision))
      #expect(result.version == revision)
      #expect(await announcements.next() == .change(of: 1, to: revision))
    }
    listening.cancel()
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
    // If a node gets a slot again that it already has, it ends the subscriptions of the slot's channels.
    let others = nodes.filter { $0 !== target && $0 !== source }
    for node in [target, source] + others {
      try node.command("CLUSTER", "SETSLOT", slot, "NODE", targetID)
    }
    // Another move begins only when all nodes know the result of this one.
    try awaitAgreement(among: nodes)
  }

  /// Waits until all nodes know the same slots and configuration epochs of all nodes.
  private static func awaitAgreement(among nodes: [RedisServer]) throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while try Set(nodes.map(configuration(knownTo:))).count > 1 {
      try #require(ContinuousClock.now < deadline)
    }
  }

  /// The ID, configuration epoch, and slots of each node, as one of the nodes knows them.
  private static func configuration(knownTo node: RedisServer) throws -> [String] {
    try node.command("CLUSTER", "NODES").split(separator: "\n").map { line in
      let fields = line.split(separator: " ")
      return ([fields[0], fields[6]] + fields.dropFirst(8)).joined(separator: " ")
    }.sorted()
  }
}
