import Testing

@testable import CairnRedis

struct ReplyTests {
  @Test(arguments: [
    ("123456789", 12_739), ("foo", 12_182), ("cairn:{0}:", 13_907), ("{0}", 13_907),
    ("foo{}{bar}", 8_363),
  ]) func `A key has the slot of its hash tag`(key: String, slot: Int) {
    #expect(HashSlot.of(Array(key.utf8)) == slot)
  }

  @Test(
    arguments: [
      (
        "MOVED 3999 127.0.0.1:6381", .moved(slot: 3999, RedisAddress(host: "127.0.0.1", port: 6381))
      ),
      ("MOVED 1 ::1:6381", .moved(slot: 1, RedisAddress(host: "::1", port: 6381))),
      ("MOVED 1 :6381", .moved(slot: 1, RedisAddress(host: "known", port: 6381))),
      ("ASK 3999 10.0.0.1:7", .ask(RedisAddress(host: "10.0.0.1", port: 7))),
      ("NOSCRIPT No matching script.", .unknownScript),
      ("CLUSTERDOWN Hash slot not served", .notYet), ("LOADING Redis is loading", .notYet),
      ("READONLY You can't write against a read only replica.", .replica),
      ("MOVED 99999 a:1", .final), ("MOVED x", .final), ("ERR unknown", .final), ("", .final),
    ] as [(String, ReplyError)]) func `An error reply is interpreted`(
      text: String, error: ReplyError
    )
  {
    #expect(ReplyError(text, host: "known") == error)
  }

  @Test func `Settings with which Redis can lose sessions are reported`() {
    func warnings(_ policy: String, _ log: Int) -> Int {
      ServerSettings("# Memory\r\nmaxmemory_policy:\(policy)\r\naof_enabled:\(log)\r\n").warnings
        .count
    }
    #expect(warnings("noeviction", 1) == 0)
    #expect(warnings("volatile-lru", 1) == 0)
    #expect(warnings("allkeys-lru", 1) == 1)
    #expect(warnings("allkeys-random", 0) == 2)
    #expect(ServerSettings("").warnings == [])
  }
}
