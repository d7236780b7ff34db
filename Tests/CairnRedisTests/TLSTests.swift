import CairnRedis
import CairnSessions
import RedisServers
import Testing

/// Stores that reach Redis with TLS, through stunnel.
@Suite(.timeLimit(.minutes(30))) struct TLSTests {
  @Test func `A store works through stunnel, and continues after connections were lost`()
    async throws
  {
    let redis = try TLSRedis(host: "redis.internal")
    let store = try RedisSessionStore(redis.url)
    let announcements = Announcements()
    let listening = try #require(announcements.listen(to: .test(1), in: store))
    #expect(await announcements.next() == .began)
    try await store.count(sessions: 1...1, to: 3)
    guard case .changed = await announcements.next() else {
      Issue.record("The change wasn't announced.")
      return
    }
    listening.cancel()
    // All connections begin with the handshake.
    try redis.server.command("CLIENT", "KILL", "TYPE", "normal")
    let result = try await store.commit(SessionTransaction(1, revision: 4))
    #expect(result == .committed(EvictionReport(), version: 4))
    try await store.expect(sessions: 1...1, at: 4)
    await store.close()
  }

  @Test func `A server with the certificate of another host isn't used`() async throws {
    let redis = try TLSRedis(host: "other.internal")
    _ = try await failure {
      _ = try RedisSessionStore(redis.url) { $0.timeout = .milliseconds(500) }
    }
    // On a slow machine, this can be after the store has given up.
    try redis.waitForLog("Subject checks failed")
  }
}
