import CairnSessions
import RedisServers
import Testing

@testable import CairnRedis

/// Stores with several shards, on one server.
struct ShardTests {
  @Test func `A session belongs to the shard that the end of its ID determines`() {
    let shards = Shards(prefix: "shop", count: 12)
    for (id, shard) in [(0, 0), (11, 11), (12, 0), (0xffff, 3), (0x1_0005, 5)] {
      #expect(shards[.test(id)].prefix == Array("shop:{\(shard)}:".utf8))
    }
    #expect(Shards(prefix: "shop", count: 1)[.test(7)].prefix == Array("shop:{0}:".utf8))
  }

  @Test(arguments: [(64, 3, 21...22), (128, 5, 21...29), (256, 8, 24...40), (1024, 10, 97...108)])
  func `Shards spread over the nodes of a cluster`(
    count: Int, nodes: Int, expected: ClosedRange<Int>
  ) {
    var shards = Array(repeating: 0, count: nodes)
    for keys in Shards(prefix: "cairn", count: count).all {
      shards[keys.slot * nodes / HashSlot.count] += 1
    }
    #expect(shards.allSatisfy { expected.contains($0) })
  }

  @Test func `A shard has its part of the limits, with room for the largest session`() {
    let limits = SessionLimits(bytesPerSession: 100, sessions: 10, bytes: 1000)
    #expect(limits.part(of: 1) == limits)
    let part = limits.part(of: 3)
    #expect(part == SessionLimits(bytesPerSession: 100, sessions: 4, bytes: 334))
    #expect(limits.part(of: 50) == SessionLimits(bytesPerSession: 100, sessions: 1, bytes: 100))
    let small = SessionLimits(sessions: 1, bytes: 1)
    #expect(small.part(of: 1024) == small)
  }

  @Test func `Each shard evicts the oldest of its own sessions`() async throws {
    let server = try RedisServer()
    let store = try RedisSessionStore(server.url) { $0.shards = 4 }
    let limits = SessionLimits(sessions: 8)
    var evicted: [StoredSession.ID] = []
    for (second, session) in [1, 0, 4, 5, 8, 12].enumerated() {
      var transaction = SessionTransaction(session, revision: 1)
      transaction.time = SessionTime(microsecondsSince1970: Int64(second))
      transaction.limits = limits
      evicted += try await store.commit(transaction).evictions?.sessions ?? []
    }
    #expect(evicted == [.test(0), .test(4)])
    await store.close()
  }

  @Test func `A session is only renamed in its shard`() async throws {
    let server = try RedisServer()
    let store = try RedisSessionStore(server.url) { $0.shards = 8 }
    _ = try await store.commit(SessionTransaction(1, revision: 1))
    var renaming = SessionTransaction(1, revision: 2)
    renaming.renaming = .test(10)
    let error = try await failure { _ = try await store.commit(renaming) }
    #expect(error.kind == .invalid)
    #expect(error.reason.contains("another shard"))
    #expect(try await store.revision(of: 1) == 1)
    #expect(try await store.revision(of: 10) == nil)
    renaming.renaming = .test(9)
    #expect(try await store.commit(renaming) == .committed(EvictionReport(), version: 2))
    #expect(try await store.revision(of: 1) == nil)
    #expect(try await store.revision(of: 9) == 2)
    await store.close()
  }

  @Test func `Operations on all sessions reach all shards`() async throws {
    let server = try RedisServer()
    let store = try RedisSessionStore(server.url) { $0.shards = 32 }
    for session in 0..<100 {
      var transaction = SessionTransaction(session, revision: 1)
      transaction.time = SessionTime(microsecondsSince1970: Int64(100 - session))
      transaction.owner = .set(StoredSession.Owner(known: "Blob \(session % 2)"))
      _ = try await store.commit(transaction)
    }
    // A session has a scene of 1000 bytes, and an answer of 1 byte, which counts as 57.
    #expect(try await store.storedBytes() == 100 * 1057)
    let idle = try await store.removeSessions(idleSince: SessionTime(microsecondsSince1970: 51))
    #expect(idle == (50..<100).reversed().map { .test($0) })
    let owned = try await store.removeSessions(
      of: StoredSession.Owner(known: "Blob 1"), except: .test(7))
    #expect(owned == (0..<25).reversed().map { $0 * 2 + 1 }.filter { $0 != 7 }.map { .test($0) })
    #expect(try await store.storedBytes() == 26 * 1057)
    try await store.limitLastUses(to: SessionTime(microsecondsSince1970: 60))
    let late = try await store.removeSessions(idleSince: SessionTime(microsecondsSince1970: 61))
    #expect(Set(late) == Set(([7] + (0..<25).map { $0 * 2 }).map { StoredSession.ID.test($0) }))
    await store.close()
  }

  @Test func `A number of shards that differs from the stored number is rejected`() async throws {
    let server = try RedisServer()
    for (prefix, stored, others) in [("a", 4, [1, 8]), ("b", 1, [4])] {
      let store = try RedisSessionStore(server.url) {
        $0.prefix = prefix
        $0.shards = stored
      }
      try await store.count(sessions: 1...4, to: 1)
      await store.close()
      for other in others {
        let error = try await failure {
          _ = try RedisSessionStore(server.url) {
            $0.prefix = prefix
            $0.shards = other
          }
        }
        #expect(error.kind == .invalid)
        #expect(error.reason.contains("shards=\(stored)"))
        #expect(error.reason.contains("shards=\(other)"))
        #expect(error.recoverySuggestion.contains("shards=\(stored)"))
      }
      let again = try RedisSessionStore(server.url + "?shards=\(stored)") { $0.prefix = prefix }
      try await again.expect(sessions: 1...4, at: 1)
      #expect(again.description.hasSuffix(stored == 1 ? "\(server.port)" : ", 4 shards"))
      await again.close()
    }
  }

  @Test(arguments: [0, -1, 1025]) func `A store has 1 to 1,024 shards`(count: Int) async throws {
    let error = try await failure {
      _ = try RedisSessionStore("redis://127.0.0.1:1") { $0.shards = count }
    }
    #expect(error.kind == .invalid)
    #expect(error.reason.contains("\(count)"))
  }
}
