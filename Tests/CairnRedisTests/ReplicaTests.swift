import CairnRedis
import CairnSessions
import RedisServers
import Testing

/// Stores with a primary and a replica.
struct ReplicaTests {
  @Test func `A store uses the primary, and a replica that was promoted`() async throws {
    let primary = try RedisServer()
    let replica = try RedisServer("--replicaof", "127.0.0.1 \(primary.port)")
    let hosts = "redis://127.0.0.1:\(replica.port),127.0.0.1:\(primary.port)"
    let store = try RedisSessionStore(hosts) {
      $0.replicas = 1
      $0.replicaTimeout = .seconds(30)
    }
    try await store.count(sessions: 1...3, to: 3)
    primary.end()
    try replica.command("REPLICAOF", "NO", "ONE")
    for session in 1...3 { #expect(try await store.revision(of: session) == 3) }
    await store.close()
    let alone = try RedisSessionStore(hosts)
    try await alone.expect(sessions: 1...3, at: 3)
    let result = try await alone.commit(SessionTransaction(1, revision: 4))
    #expect(result.evictions == EvictionReport())
    await alone.close()
  }

  @Test func `A transaction without enough replicas fails, and so do its repeats`() async throws {
    let primary = try RedisServer()
    let store = try RedisSessionStore(primary.url) {
      $0.replicas = 1
      $0.replicaTimeout = .milliseconds(50)
    }
    let transaction = SessionTransaction(1, revision: 1)
    for _ in 1...2 {
      let error = try await failure { _ = try await store.commit(transaction) }
      #expect(error.kind == .inaccessible)
      #expect(error.reason.contains("0 of 1 replicas"))
    }
    let query = SessionQuery(session: .test(1), mark: .test, submission: .test(1))
    let error = try await failure { _ = try await store.load(query) }
    #expect(error.kind == .inaccessible)
    await store.close()

    let replica = try RedisServer("--replicaof", "127.0.0.1 \(primary.port)")
    let patient = try RedisSessionStore(primary.url) {
      $0.replicas = 1
      $0.replicaTimeout = .seconds(30)
    }
    #expect(try await patient.commit(transaction) == .answered("1"))
    #expect(try await patient.load(query).submission == .answered("1"))
    #expect(try replica.command("EXISTS", "cairn:{0}:sessions") == "1")
    await patient.close()
  }
}
