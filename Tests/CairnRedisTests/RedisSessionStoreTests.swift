import CairnRedis
import CairnSessions
import CairnSessionsTesting
import RedisServers
import Testing

struct RedisSessionStoreTests {
  @Test func `Meets the requirements of a session store`() async throws {
    let server = try RedisServer()
    for (number, check) in SessionStoreCheck.all.enumerated() {
      try await check.run {
        try RedisSessionStore(server.url) { $0.prefix = "check\(number)" }
      }
    }
  }

  @Test func `Two stores share their sessions`() async throws {
    let server = try RedisServer()
    let one = try RedisSessionStore(server.url)
    let other = try RedisSessionStore(server.url)
    try await one.count(sessions: 1...3, to: 1)
    let result = try await other.commit(SessionTransaction(1, revision: 2))
    #expect(result.evictions == EvictionReport())
    let late = try await one.commit(SessionTransaction(1, revision: 2))
    #expect(late == .answered("2"))
    await one.close()
    #expect(try await other.revision(of: 1) == 2)
    await other.close()
  }

  @Test func `All keys have the prefix and its hash tag, and never expire`() async throws {
    let server = try RedisServer()
    let store = try RedisSessionStore(server.url) { $0.prefix = "shop" }
    var transaction = SessionTransaction(1, revision: 1)
    transaction.client = StoredSession.Client(bits: 7)
    transaction.owner = .set(StoredSession.Owner(known: "Blob"))
    _ = try await store.commit(transaction)
    let id = "00000000000000000000000000000001"
    let keys = try server.command("KEYS", "*").split(separator: "\n").sorted()
    #expect(
      keys == [
        "shop:{0}:bytes", "shop:{0}:client:7", "shop:{0}:clients", "shop:{0}:clients:bytes",
        "shop:{0}:owner:Blob", "shop:{0}:session:\(id)", "shop:{0}:session:\(id):answers",
        "shop:{0}:session:\(id):scenes", "shop:{0}:sessions", "shop:{0}:version",
      ])
    #expect(try server.command("INFO", "keyspace").contains("expires=0"))
    try await store.removeSession(.test(1))
    #expect(try server.command("KEYS", "*").split(separator: "\n").count == 2)
    await store.close()
  }

  @Test func `Indexes that name a deleted session are repaired`() async throws {
    let server = try RedisServer()
    let store = try RedisSessionStore(server.url)
    for session in 1...4 {
      var transaction = SessionTransaction(session, revision: 1)
      transaction.client = StoredSession.Client(bits: 7)
      transaction.owner = .set(StoredSession.Owner(known: "Blob"))
      _ = try await store.commit(transaction)
    }
    for session in 1...2 {
      try server.command("DEL", "cairn:{0}:session:0000000000000000000000000000000\(session)")
    }
    var transaction = SessionTransaction(5, revision: 1)
    transaction.limits.sessions = 4
    let evictions = try await store.commit(transaction).evictions
    #expect(evictions?.sessions == [.test(1)])
    let owner = StoredSession.Owner(known: "Blob")
    #expect(
      try await store.removeSessions(of: owner, except: nil) == [1, 2, 3, 4].map { .test($0) })
    #expect(try await store.removeSessions(of: owner, except: nil) == [])
    try await store.expect(sessions: 5...5, at: 1)
    await store.close()
  }

  @Test func `Sessions of a newer version are rejected`() async throws {
    let server = try RedisServer()
    try server.command("SET", "cairn:{0}:version", "2")
    let error = try await failure { _ = try RedisSessionStore(server.url) }
    #expect(error.kind == .newerVersion)
  }
}
