import CairnTesting
import RedisServers
import Testing
import Ways

@testable import Gallery

/// One of two processes that share Redis is stopped until its leases have ended and the other one has taken them.
@Suite(.timeLimit(.minutes(30)), .serialized, .withoutScript(.process)) struct PausedServersTests {
  private let redis: RedisServer

  init() throws {
    redis = try RedisServer()
  }

  @Test func `A server that was paused between requests continues from the latest state`()
    async throws
  {
    let fleet = try GalleryFleet(sessions: [redis.url, redis.url])
    let browser = Browser(fleet)
    try await browser.open("/inventory/stocktake/1")
    var count = 100
    func increment() async throws {
      try await browser.click("Increment")
      count += 1
      #expect(browser.status == 200)
      #expect(browser.notice == nil)
      #expect(try browser.field("Counted").value == "\(count)")
    }
    for paused in 0..<2 {
      // The server that will be paused has the scene in memory, and its lease.
      fleet.turn(to: paused)
      try await increment()
      fleet.pause(paused)
      try await increment()
      fleet.resume(paused)
      try await increment()
      fleet.turn(to: 1 - paused)
      try await browser.reload()
      #expect(try browser.field("Counted").value == "\(count)")
    }
  }

  @Test func `A server that was paused before its commit arrives doesn't overwrite later state`()
    async throws
  {
    let link = try FaultyLink(to: redis)
    let fleet = try GalleryFleet(sessions: [link.url, redis.url])
    let browser = Browser(fleet)
    fleet.turn(to: 0)
    try await browser.open("/inventory/stocktake/1")
    try await browser.click("Increment")
    #expect(try browser.field("Counted").value == "101")
    let tap = try browser.tap("Increment")
    let request = try browser.submission(tap: tap)
    let requestWithCookies = try browser.submission(tap: tap, cookies: browser.cookies)
    // A commit is a script with one key, which is a session.
    link.fail(.hold, at: .text("\r\n1\r\n$50\r\ncairn:{0}:session:"), of: .requests)
    async let late = fleet.send(requestWithCookies, to: 0)
    await link.reachFaults()
    fleet.pause(0)

    // The user submits the form again, and then another one.
    let answer = try await browser.send(request)
    #expect(answer.status == 303)
    let location = try #require(answer.header("Location"))
    try await browser.open(location)
    #expect(try browser.field("Counted").value == "102")
    try await browser.click("Increment")
    #expect(try browser.field("Counted").value == "103")

    link.release()
    fleet.resume(0)
    let lateAnswer = try await late
    #expect([303, 503].contains(lateAnswer.status))
    if lateAnswer.status == 303 { #expect(lateAnswer.header("Location") == location) }
    for count in 104...106 {
      try await browser.click("Increment")
      #expect(browser.notice == nil)
      #expect(try browser.field("Counted").value == "\(count)")
    }
    fleet.turn(to: 1)
    try await browser.reload()
    #expect(try browser.field("Counted").value == "106")
  }
}
