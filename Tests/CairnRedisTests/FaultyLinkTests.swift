import CairnRedis
import CairnSessions
import RedisServers
import Testing

/// Connections to Redis that fail in the middle of commands and replies.
@Suite(.timeLimit(.minutes(10))) struct FaultyLinkTests {
  private let redis: RedisServer
  private let link: FaultyLink

  init() throws {
    redis = try RedisServer()
    link = try FaultyLink(to: redis)
  }

  /// Returns a store with one connection through the link.
  private func openStore() throws -> RedisSessionStore {
    try RedisSessionStore(link.url) { $0.connections = 1 }
  }

  /// Returns a store whose operations give up soon. On a slow machine, it may not be connected in time at first.
  private func openHastyStore() throws -> RedisSessionStore {
    while true {
      do {
        return try RedisSessionStore(link.url) {
          $0.connections = 1
          $0.timeout = .milliseconds(200)
        }
      } catch let error as SessionStoreError where isLate(error) {}
    }
  }

  /// Whether an operation has failed because it took too long, or because connecting did.
  private func isLate(_ error: SessionStoreError) -> Bool {
    [.busy, .inaccessible].contains(error.kind)
  }

  /// The number of scripts that Redis has run for transactions.
  private var commits: Int {
    get throws {
      let calls = try redis.command("INFO", "commandstats")
        .firstMatch(of: /cmdstat_evalsha:calls=(\d+)/)?.1
      return calls.flatMap { Int($0) } ?? 0
    }
  }

  /// A reply has 31 bytes.
  @Test(arguments: [0, 1, 16, 30])
  func `A commit whose reply is lost or incomplete is carried out once`(bytes: Int) async throws {
    let store = try openStore()
    for revision in 1...5 as ClosedRange<UInt64> {
      link.fail(.cut, at: .byte(bytes), of: .replies)
      let result = try await store.commit(SessionTransaction(1, revision: revision))
      #expect(result == .committed(EvictionReport(), version: revision))
      #expect(link.pendingFaults == 0)
    }
    var renaming = SessionTransaction(1, revision: 6)
    renaming.renaming = .test(2)
    link.fail(.cut, at: .byte(bytes), of: .replies)
    let result = try await store.commit(renaming)
    #expect(result == .committed(EvictionReport(), version: 6))
    #expect(link.pendingFaults == 0)
    #expect(try commits == 12)
    try await store.expect(sessions: 2...2, at: 6)
    #expect(try await store.revision(of: 1) == nil)
    await store.close()
  }

  @Test(arguments: [0, 1, 100, 1000])
  func `Data whose reply is incomplete is loaded again`(bytes: Int) async throws {
    let store = try openStore()
    try await store.count(sessions: 1...1, to: 1)
    link.fail(.cut, at: .byte(bytes), of: .replies)
    try await store.expect(sessions: 1...1, at: 1)
    #expect(link.pendingFaults == 0)
    // The next connection fails, too, before it's ready.
    link.fail(.cut, at: .byte(bytes), of: .replies)
    link.cut()
    try await store.expect(sessions: 1...1, at: 1)
    #expect(link.pendingFaults == 0)
    await store.close()
  }

  @Test(arguments: [0, 700, 4500, 8000])
  func `A connection is cut in the middle of several commits`(bytes: Int) async throws {
    let store = try openStore()
    // Without replies, all commits are on their way at the same time.
    link.hold(.replies)
    link.fail(.cut, at: .byte(bytes), of: .requests)
    try await store.count(sessions: 1...8, to: 1)
    #expect(link.pendingFaults == 0)
    try await store.expect(sessions: 1...8, at: 1)
    // Some were sent twice and carried out once.
    let repetitions = try commits - 8
    #expect(bytes < 1000 ? repetitions == 0 : (1...7).contains(repetitions))
    await store.close()
  }

  @Test func `A connection that stalls while it's opened doesn't delay another one`() async throws {
    link.fail(.hold, at: .text("INFO"), of: .requests)
    let store = try RedisSessionStore(link.url) { $0.connections = 2 }
    await link.reachFaults()
    try await store.count(sessions: 1...4, to: 5)
    link.release()
    try await store.expect(sessions: 1...4, at: 5)
    await store.close()
  }

  @Test(arguments: [false, true])
  func `A commit that stalls fails in time, and is carried out once when it's repeated`(
    arrivesBeforeRepeat: Bool
  ) async throws {
    let hasty = try openHastyStore()
    let patient = try RedisSessionStore(redis.url)
    let transaction = SessionTransaction(1, revision: 1)
    link.fail(.hold, at: .text("session:00000000000000000000000000000001"), of: .requests)
    // A busy machine may not have sent it the first time.
    repeat {
      let error = try await failure { _ = try await hasty.commit(transaction) }
      #expect(isLate(error))
    } while link.pendingFaults > 0
    #expect(try await patient.revision(of: 1) == nil)
    if arrivesBeforeRepeat {
      link.release()
      try await reach(commits: 1)
      #expect(try await patient.commit(transaction) == .answered("1"))
    } else {
      let result = try await patient.commit(transaction)
      #expect(result == .committed(EvictionReport(), version: 1))
    }
    let result = try await patient.commit(SessionTransaction(1, revision: 2))
    #expect(result == .committed(EvictionReport(), version: 2))
    link.release()
    try await reach(commits: 3)
    try await patient.expect(sessions: 1...1, at: 2)
    await hasty.close()
    await patient.close()
  }

  /// Waits until Redis has run scripts for a number of transactions.
  private func reach(commits: Int) async throws {
    while try self.commits < commits { await Task.yield() }
  }

  @Test func `Announcements begin again after their connection was cut`() async throws {
    let one = try RedisSessionStore(link.url)
    let other = try RedisSessionStore(redis.url)
    let announcements = Announcements()
    let listening = try #require(announcements.listen(to: .test(1), in: one))
    #expect(await announcements.next() == .began)
    for revision in stride(from: 1, through: 5, by: 2) as StrideThrough<UInt64> {
      link.fail(.cut, at: .text("smessage"), of: .replies)
      _ = try await other.commit(SessionTransaction(1, revision: revision))
      // The announcement is lost, but another one lets the receiver look for the change.
      #expect(await announcements.next() == .began)
      #expect(link.pendingFaults == 0)
      #expect(try await one.revision(of: 1) == revision)
      _ = try await other.commit(SessionTransaction(1, revision: revision + 1))
      #expect(await announcements.next() == .change(of: 1, to: revision + 1))
    }
    listening.cancel()
    await one.close()
    await other.close()
  }
}
