import CairnRedis
import CairnSessions
import Foundation
import RedisServers
import Synchronization
import Testing

/// Failures of Redis, of its settings, and of connections to it.
struct FailureTests {
  @Test func `Acknowledged transactions survive a kill, and others are carried out once`()
    async throws
  {
    let server = try RedisServer("--appendonly", "yes", "--appendfsync", "always")
    let store = try RedisSessionStore(server.url)
    let commits = Mutex(0)
    try await store.count(sessions: 1...8, to: 25) {
      let number = commits.withLock { commits in
        commits += 1
        return commits
      }
      if [50, 100].contains(number) { try server.restart() }
    }
    try await store.expect(sessions: 1...8, at: 25)
    await store.close()
  }

  @Test func `Commits continue after Redis has closed all connections`() async throws {
    let server = try RedisServer()
    let store = try RedisSessionStore(server.url)
    let commits = Mutex(0)
    try await store.count(sessions: 1...4, to: 20) {
      let number = commits.withLock { commits in
        commits += 1
        return commits
      }
      if number.isMultiple(of: 10) { try server.command("CLIENT", "KILL", "TYPE", "normal") }
    }
    try await store.expect(sessions: 1...4, at: 20)
    await store.close()
  }

  @Test func `Scripts that Redis has forgotten are sent again`() async throws {
    let server = try RedisServer()
    let store = try RedisSessionStore(server.url)
    try await store.count(sessions: 1...1, to: 1)
    try server.command("SCRIPT", "FLUSH")
    let result = try await store.commit(SessionTransaction(1, revision: 2))
    #expect(result.evictions == EvictionReport())
    #expect(try await store.scenes(of: .test(1)).map(\.revision) == [2])
    await store.close()
  }

  @Test func `Redis with full memory rejects a commit and keeps what it has`() async throws {
    let server = try RedisServer()
    let store = try RedisSessionStore(server.url)
    try await store.count(sessions: 1...2, to: 2)
    let bytes = try await store.storedBytes()
    try server.command("CONFIG", "SET", "maxmemory", "1")
    let error = try await failure {
      _ = try await store.commit(SessionTransaction(1, revision: 3))
    }
    #expect(error.kind == .full)
    #expect(error.isTemporary)
    let other = try RedisSessionStore(server.url)
    try await other.expect(sessions: 1...2, at: 2)
    await other.close()
    #expect(try await store.storedBytes() == bytes)
    // Removing sessions makes room.
    try await store.removeSession(.test(2))
    try server.command("CONFIG", "SET", "maxmemory", "0")
    let result = try await store.commit(SessionTransaction(1, revision: 3))
    #expect(result.evictions == EvictionReport())
    await store.close()
  }

  @Test func `A user needs the right password`() async throws {
    let server = try RedisServer("--requirepass", "first")
    try server.command(
      "-a", "first", "ACL", "SETUSER", "shop", "on", ">se:cr@t", "~*", "+@all")
    for environment in [[:], ["CAIRN_REDIS_PASSWORD": "sesame"]] {
      let error = try await failure {
        _ = try RedisSessionStore(server.url, environment: environment)
      }
      #expect(error.kind == .inaccessible)
      #expect(error.recoverySuggestion.contains("CAIRN_REDIS_PASSWORD"))
      #expect(!error.description.contains("sesame"))
    }
    let address = "127.0.0.1:\(server.port)"
    for (url, environment) in [
      ("redis://:first@\(address)", [:]),
      ("redis://shop:se%3Acr%40t@\(address)/1", [:]),
      (server.url, ["CAIRN_REDIS_PASSWORD": "first"]),
      ("redis://x:y@\(address)", ["CAIRN_REDIS_USER": "shop", "CAIRN_REDIS_PASSWORD": "se:cr@t"]),
    ] {
      let store = try RedisSessionStore(url, environment: environment)
      #expect(store.description.hasPrefix("Redis, \(address)"))
      #expect(!store.description.contains("@"))
      await store.close()
    }
  }

  @Test func `The permissions in the article are enough`() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appending(path: "Sources/Cairn/Cairn.docc/Redis.md"), encoding: .utf8)
    let command = try #require(article.firstMatch(of: /ACL SETUSER [^`]*/)).output
    let server = try RedisServer()
    let words = command.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(try RedisServer.client(["-p", "\(server.port)"] + words) == "OK")
    let environment = ["CAIRN_REDIS_USER": "cairn", "CAIRN_REDIS_PASSWORD": "password"]
    let limits = SessionLimits(
      scenesPerSession: 1, submissionsPerSession: 1, sessions: 2, bytes: 1 << 20)
    let store = try RedisSessionStore(server.url, environment: environment)
    let announcements = Announcements()
    let listening = try #require(announcements.listen(to: .test(11), in: store))
    #expect(await announcements.next() == .began)
    for session in 1...4 {
      var transaction = SessionTransaction(session, revision: 1)
      transaction.limits = limits
      transaction.client = StoredSession.Client(bits: 1)
      transaction.owner = .set(StoredSession.Owner(known: "Blob"))
      _ = try await store.commit(transaction)
      transaction = SessionTransaction(session, revision: 2)
      transaction.limits = limits
      transaction.touches = [.test]
      transaction.renaming = .test(session + 10)
      _ = try await store.commit(transaction)
    }
    try await store.expect(sessions: 13...14, at: 2)
    try await store.limitLastUses(to: SessionTime(microsecondsSince1970: 1))
    #expect(try await store.scenes(of: .test(14)).map(\.revision) == [2])
    let holders = (0..<2).map { _ in store.makeLeaseHolder() }
    for holder in holders {
      let lease = try await holder.claim(LeasedScene(session: .test(14), sceneID: .test))
      #expect(!lease.term.isOver)
    }
    let idle = try await store.removeSessions(idleSince: SessionTime(microsecondsSince1970: 1))
    #expect(idle == [])
    let removed = try await store.removeSessions(
      of: StoredSession.Owner(known: "Blob"), except: .test(14))
    #expect(removed == [.test(13)])
    #expect(await announcements.next() != .ended)
    // The first session was evicted.
    #expect(await announcements.next() == .ended)
    listening.cancel()
    await store.close()
  }

  @Test func `A server that isn't there is reported`() async throws {
    let server = try RedisServer()
    server.end()
    let missing = try await failure {
      _ = try RedisSessionStore(server.url) { $0.timeout = .milliseconds(200) }
    }
    #expect(missing.kind == .inaccessible)
    #expect(missing.reason.contains("127.0.0.1:\(server.port)"))
  }
}
