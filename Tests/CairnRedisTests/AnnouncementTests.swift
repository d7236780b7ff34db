import CairnRedis
import CairnSessions
import RedisServers
import Testing

/// Announcements of the changes of sessions.
@Suite(.timeLimit(.minutes(10))) struct AnnouncementTests {
  @Test func `A change through one store is announced by another`() async throws {
    let server = try RedisServer()
    let one = try RedisSessionStore(server.url)
    let other = try RedisSessionStore(server.url)
    let announcements = Announcements()
    let listening = try #require(announcements.listen(to: .test(1), in: one))
    #expect(await announcements.next() == .began)
    try await other.count(sessions: 1...3, to: 2)
    #expect(await announcements.next() == .change(of: 1, to: 1))
    #expect(await announcements.next() == .change(of: 1, to: 2))
    try await other.removeSession(.test(1))
    #expect(await announcements.next() == .ended)
    listening.cancel()
    await one.close()
    await other.close()
  }

  @Test func `A canceled receipt gets no announcements, and another one does`() async throws {
    let server = try RedisServer()
    let store = try RedisSessionStore(server.url)
    let first = Announcements()
    let second = Announcements()
    let canceled = try #require(first.listen(to: .test(1), in: store))
    #expect(await first.next() == .began)
    canceled.cancel()
    let listening = try #require(second.listen(to: .test(1), in: store))
    #expect(await second.next() == .began)
    let again = try #require(first.listen(to: .test(2), in: store))
    #expect(await first.next() == .began)
    try await store.count(sessions: 1...2, to: 1)
    #expect(await second.next() == .change(of: 1, to: 1))
    #expect(await first.next() == .change(of: 2, to: 1))
    listening.cancel()
    again.cancel()
    await store.close()
  }

  @Test func `Announcements begin again after Redis was restarted`() async throws {
    let server = try RedisServer("--appendonly", "yes", "--appendfsync", "always")
    let store = try RedisSessionStore(server.url)
    let announcements = Announcements()
    let listening = try #require(announcements.listen(to: .test(1), in: store))
    #expect(await announcements.next() == .began)
    for revision in 1...3 as ClosedRange<UInt64> {
      try server.restart()
      #expect(await announcements.next() == .began)
      let result = try await store.commit(SessionTransaction(1, revision: revision))
      #expect(result.version == revision)
      #expect(await announcements.next() == .change(of: 1, to: revision))
    }
    listening.cancel()
    await store.close()
  }

  @Test func `A user without the permission to announce changes can still store them`()
    async throws
  {
    let server = try RedisServer()
    try server.command(
      "ACL", "SETUSER", "shop", "on", ">secret", "~*", "resetchannels", "+@all")
    let environment = ["CAIRN_REDIS_USER": "shop", "CAIRN_REDIS_PASSWORD": "secret"]
    let store = try RedisSessionStore(server.url, environment: environment)
    let listening = try #require(Announcements().listen(to: .test(1), in: store))
    try await store.count(sessions: 1...2, to: 3)
    try await store.removeSession(.test(2))
    try await store.expect(sessions: 1...1, at: 3)
    listening.cancel()
    await store.close()
  }
}
