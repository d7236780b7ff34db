import CairnTesting
import RedisServers
import Testing
import Ways

@testable import Gallery

/// One of two processes that share a store is killed between requests, and started again later.
@Suite(.timeLimit(.minutes(30)), .serialized, .withoutScript(.process)) struct KilledServersTests {
  @Test func `With SQLite, every page after a form shows its result`() async throws {
    try await expectEachCount(with: GalleryFleet(sessions: nil), seed: 1)
  }

  @Test func `With Redis, every page after a form shows its result`() async throws {
    let redis = try RedisServer("--appendonly", "yes")
    try await expectEachCount(with: GalleryFleet(sessions: [redis.url, redis.url]), seed: 2)
    redis.end()
  }

  /// Counts 150 times while processes are killed and started at random.
  private func expectEachCount(with fleet: GalleryFleet, seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var kills = 0
    let browser = Browser(fleet)
    try await browser.open("/inventory/stocktake/1")
    for count in 1...150 {
      if Int.random(in: 0..<12, using: &generator) == 0 {
        if let killed = fleet.killed.first {
          try fleet.start(killed)
        } else {
          fleet.kill(.random(in: 0..<2, using: &generator))
          kills += 1
        }
      }
      try await browser.click("Increment")
      #expect(browser.status == 200)
      #expect(browser.notice == nil)
      #expect(try browser.field("Counted").value == "\(100 + count)")
    }
    #expect(kills > 2)
    // Processes without a copy in memory know every count.
    for index in 0..<2 {
      fleet.kill(index)
      try fleet.start(index)
    }
    try await browser.reload()
    #expect(try browser.field("Counted").value == "250")
  }
}
