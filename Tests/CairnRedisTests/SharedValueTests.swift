import Cairn
import CairnSessions
import CairnTesting
import Foundation
import RedisServers
import Testing

@testable import CairnRedis

/// Values in Redis that all servers share. Each store is a server.
@Suite(.timeLimit(.minutes(10))) struct SharedValueTests {
  private let redis: RedisServer
  private let one: RedisSessionStore
  private let other: RedisSessionStore

  init() throws {
    redis = try RedisServer("--appendonly", "yes", "--appendfsync", "always")
    one = try RedisSessionStore(redis.url)
    other = try RedisSessionStore(redis.url)
  }

  private func count(
    _ name: String = "count", in store: RedisSessionStore, default value: Int = 0
  ) -> Shared<Int> {
    withDependencies {
      $0.defaultRedisStorage = store.sharedValues
    } operation: {
      Shared(wrappedValue: value, .redis(name))
    }
  }

  private func wait(for expected: Int, in count: Shared<Int>) async {
    for await value in count.values where value == expected { return }
  }

  private func close() async {
    await one.close()
    await other.close()
  }

  @Test func `A change on one server is announced to another`() async throws {
    let (first, second) = (count(in: one), count(in: other))
    first.withLock { $0 += 1 }
    #expect(first.wrappedValue == 1)
    await wait(for: 1, in: second)
    second.withLock { $0 += 10 }
    await wait(for: 11, in: first)
    #expect(try redis.command("HGET", "cairn:{0}:value:count", "v") == "11")
    await close()
  }

  @Test func `A server that starts later reads the stored value`() async throws {
    count(in: one).withLock { $0 = 5 }
    #expect(count(in: other).wrappedValue == 5)
    await close()
  }

  @Test func `No increment of two servers with many threads is lost`() async throws {
    let (first, second) = (count(in: one), count(in: other))
    await withTaskGroup { group in
      for count in [first, second, first, second] {
        group.addTask { for _ in 0..<100 { count.withLock { $0 += 1 } } }
      }
    }
    #expect(try redis.command("HGET", "cairn:{0}:value:count", "v") == "400")
    await wait(for: 400, in: first)
    await wait(for: 400, in: second)
    await close()
  }

  @Test func `A lost announcement is found by comparing`() async throws {
    try redis.command(
      "ACL", "SETUSER", "shop", "on", ">secret", "~*", "resetchannels", "+@all")
    let silent = try RedisSessionStore(
      redis.url,
      environment: ["CAIRN_REDIS_USER": "shop", "CAIRN_REDIS_PASSWORD": "secret"])
    let (first, second) = (count(in: silent), count(in: one))
    // This announcement shows that the subscription has begun, after which the value isn't read again by itself.
    let third = count(in: other)
    third.withLock { $0 = 1 }
    await wait(for: 1, in: second)
    first.withLock { $0 = 2 }
    one.sharedValues.compare()
    await wait(for: 2, in: second)
    await silent.close()
    await close()
  }

  @Test func `A value survives a restart of Redis, and announcements begin again`() async throws {
    let (first, second) = (count(in: one), count(in: other))
    first.withLock { $0 = 3 }
    await wait(for: 3, in: second)
    try redis.restart()
    first.withLock { $0 += 1 }
    await wait(for: 4, in: second)
    await close()
  }

  @Test func `Without Redis, the last value is read, and a change is reported`() async throws {
    let hasty = try RedisSessionStore(redis.url) { $0.timeout = .seconds(2) }
    let first = count(in: one)
    first.withLock { $0 = 3 }
    let second = withDependencies {
      $0.defaultRedisStorage = hasty.sharedValues
    } operation: {
      Shared<Int>(wrappedValue: 3, .redis("count"))
    }
    redis.end()
    withKnownIssue {
      second.withLock { $0 = 4 }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("couldn't be saved") }
    }
    #expect(second.wrappedValue == 3)
    try redis.restart()
    #expect(try redis.command("HGET", "cairn:{0}:value:count", "v") == "3")
    first.withLock { $0 += 1 }
    #expect(first.wrappedValue == 4)
    await hasty.close()
    await close()
  }

  @Test func `A change after Redis has lost its data is newer than the lost ones`() async throws {
    let (first, second) = (count(in: one), count(in: other))
    first.withLock { $0 = 3 }
    await wait(for: 3, in: second)
    try redis.command("FLUSHALL")
    #expect(second.wrappedValue == 3)
    first.withLock { $0 += 1 }
    await wait(for: 4, in: second)
    await close()
  }

  @Test(arguments: [0, 1, 10])
  func `A change whose reply is lost is made once`(bytes: Int) async throws {
    let link = try FaultyLink(to: redis)
    let store = try RedisSessionStore(link.url) { $0.connections = 1 }
    var revision: Int64 = 0
    for number in 1...5 {
      link.fail(.cut, at: .byte(bytes), of: .replies)
      let result = try store.sharedValues.save(
        Data("\(number)".utf8), as: "count", replacing: revision)
      #expect(link.pendingFaults == 0)
      let stored = try #require(try one.sharedValues.load("count"))
      #expect(result == .saved(stored.revision))
      #expect(stored.data == Data("\(number)".utf8))
      #expect(stored.revision > revision)
      revision = stored.revision
    }
    await store.close()
    await close()
  }

  @Test func `A replaced revision can't be replaced again`() async throws {
    let storage = one.sharedValues
    let missing = try storage.save(Data("1".utf8), as: "count", replacing: 7)
    #expect(missing == .conflict(nil))
    _ = try storage.save(Data("1".utf8), as: "count", replacing: 0)
    let conflict = try storage.save(Data("2".utf8), as: "count", replacing: 0)
    let stored = try storage.load("count")
    #expect(conflict == .conflict(stored))
    #expect(stored?.data == Data("1".utf8))
    await close()
  }

  @Test func `Names with any characters have values of their own`() async throws {
    let names = ["", "a b", "{1}", "ä:}", "value:count"]
    for (number, name) in names.enumerated() {
      count(name, in: one).withLock { $0 = number + 1 }
    }
    for (number, name) in names.enumerated() {
      #expect(count(name, in: other).wrappedValue == number + 1)
    }
    await close()
  }

  @Test func `A cluster has the values in several shards`() async throws {
    let nodes = try RedisServer.cluster()
    let first = try RedisSessionStore(nodes[0].url) { $0.shards = 8 }
    let second = try RedisSessionStore(nodes[1].url) { $0.shards = 8 }
    let names = (1...8).map { "count \($0)" }
    let receivers = names.map { count($0, in: second) }
    for name in names { count(name, in: first).withLock { $0 = 1 } }
    for receiver in receivers { await wait(for: 1, in: receiver) }
    await first.close()
    await second.close()
    await close()
  }

  @Test func `Without a storage, the use of a value is reported`() async throws {
    withKnownIssue {
      withDependencies {
        $0 = DependencyValues()
        $0.context = .live
      } operation: {
        @Shared(.redis("count")) var count = 7
        #expect(count == 7)
      }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("defaultRedisStorage") }
    }
    await close()
  }

  @Test func `In tests, values are in memory`() async throws {
    @Shared(.redis("count")) var first = 1
    @Shared(.redis("count")) var second = 2
    $first.withLock { $0 += 1 }
    #expect(second == 2)
    await close()
  }
}
