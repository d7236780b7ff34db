import CairnSessions
import Testing

@testable import CairnRedis

struct RedisURLTests {
  @Test(arguments: [
    ("redis://localhost", ["localhost:6379"], 0),
    ("REDIS://redis.internal:7000/", ["redis.internal:7000"], 0),
    ("valkey://a:1,b,[::1]:2/3", ["a:1", "b:6379", "[::1]:2"], 3),
  ]) func `A URL has hosts and a database`(url: String, hosts: [String], database: Int) throws {
    let parts = try #require(RedisURL(url))
    #expect(parts.addresses.map(\.description) == hosts)
    #expect(parts.database == database)
    #expect(parts.user == nil)
    #expect(parts.password == nil)
  }

  @Test(arguments: [
    "redis://a?shards=32", "redis://a,b:1/?shards=32", "redis://:b@[::1]:7/2?shards=32",
  ]) func `A URL can have a number of shards`(url: String) throws {
    #expect(try #require(RedisURL(url)).shards == 32)
    let configuration = try RedisSessionStore.Configuration(url: url, environment: [:])
    #expect(configuration.shards == 32)
    #expect(try #require(RedisURL("redis://a")).shards == 1)
  }

  @Test func `A URL can have a user and a password`() throws {
    let parts = try #require(RedisURL("redis://sh%40p:a%2Fb:c@host/1"))
    #expect(parts.user == "sh@p")
    #expect(parts.password == "a/b:c")
    #expect(try #require(RedisURL("redis://:b@host")).user == nil)
  }

  @Test(arguments: [
    "redis:host", "http://host", "redis://", "redis://host:0", "redis://host:x", "redis://host/x",
    "redis://host/-1", "redis://user@host", "redis://user:@host", "redis://[::1", "redis://a,,b",
    "redis://a?", "redis://a?shards=", "redis://a?shards=0", "redis://a?shards=1025",
    "redis://a?shards=2&shards=2", "redis://a?replicas=1", "redis://?shards=2",
  ]) func `Other texts aren't URLs of Redis`(url: String) throws {
    #expect(RedisURL(url) == nil)
    let error = #expect(throws: SessionStoreError.self) {
      try RedisSessionStore.Configuration(url: url, environment: [:])
    }
    #expect(error?.kind == .inaccessible)
  }

  @Test func `TLS needs stunnel`() throws {
    let error = #expect(throws: SessionStoreError.self) {
      try RedisSessionStore.Configuration(url: "rediss://:secret@host", environment: [:])
    }
    let text = try #require(error).description
    #expect(text.contains("stunnel"))
    #expect(!text.contains("secret"))
  }

  @Test func `A description doesn't contain the password`() throws {
    let configuration = try RedisSessionStore.Configuration(
      url: "redis://host", environment: ["CAIRN_REDIS_PASSWORD": "open sesame"])
    #expect(configuration.credentials?.password == "open sesame")
    var dumped = ""
    dump(configuration, to: &dumped)
    #expect(!"\(configuration)\(dumped)".contains("sesame"))
  }

  @Test func `URLs are told apart from paths`() {
    #expect(RedisSessionStore.Configuration.isURL("rediss://host"))
    #expect(RedisSessionStore.Configuration.isURL("Valkey://host"))
    #expect(!RedisSessionStore.Configuration.isURL("/var/lib/redis:/sessions.sqlite"))
    #expect(!RedisSessionStore.Configuration.isURL(":memory:"))
  }
}
