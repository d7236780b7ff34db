import Cairn
import CairnServer
import CairnTesting
import Foundation
import Synchronization
import Testing
import Ways

/// Actions that a guard has rejected, and that continue after signing in.
@Suite(.timeLimit(.minutes(30))) struct HeldFormFlowTests {
  private static let waits =
    "Your request hasn't been processed yet. It continues after you sign in."
  private static let continued = "Your earlier request has now been processed."
  private static let dropped =
    "Your earlier request wasn't processed. Check this page, and submit again if you still want to."

  private static let waitsInGerman = SystemText.submissionWaits.string(in: .german)
  private static let continuedInGerman = SystemText.submissionContinued.string(in: .german)
  private static let droppedInGerman = SystemText.submissionDropped.string(in: .german)

  private struct Site {
    let lock = CrateLock()
    let clock = TestClock()
    let time = Time()
    let flow: FlowSite

    init() throws {
      flow = try FlowSite(isJudged: true) { [lock, clock, time] settings, sessions in
        try Server(settings: settings, sessions: sessions) {
          $0.crateLock = lock
          $0.continuousClock = clock
          $0.date = DateGenerator { time.now }
        } mounts: {
          Mount("/german", CrateGermanApp.self)
          Mount("/german-model", CrateGermanModelApp.self)
          Mount("/german-screens", CrateGermanScreensApp.self)
          Mount("/scene", CrateApp.self)
          Mount("/model", CrateModelApp.self)
          Mount("/screens", CrateScreensApp.self)
        }
      }
    }

    /// Signs a user in, and has them tap a button after the guard has closed.
    func rejected(_ button: String = "Delete Bell", at path: String = "/scene") async throws
      -> FlowUser
    {
      let user = try await flow.user(at: path)
      try await signIn(user)
      #expect(user.heading == "Crate")
      lock.isLocked = true
      try await user.click(button)
      #expect(user.heading == "Sign in")
      let isGerman = path.hasPrefix("/german")
      #expect(
        user.notice == (isGerman ? HeldFormFlowTests.waitsInGerman : HeldFormFlowTests.waits))
      #expect(lock.deleted == [])
      return user
    }

    func signIn(_ user: FlowUser, as name: String = "ann") async throws {
      try await user.fill("Name", with: name)
      try await user.click("Sign in")
    }
  }

  /// A time that tests set.
  private final class Time: Sendable {
    private let date = Mutex(Date(timeIntervalSince1970: 1_000_000))

    var now: Date { date.withLock { $0 } }

    func advance(by seconds: TimeInterval) { date.withLock { $0 += seconds } }
  }

  @Test(.everyWay, .restarting, arguments: ["/scene", "/model", "/screens"])
  func `A rejected action continues once after signing in`(path: String) async throws {
    let site = try Site()
    let user = try await site.rejected(at: path)
    try await site.signIn(user)
    #expect(site.lock.deleted == ["Bell"])
    #expect(user.heading == "Crate")
    #expect(user.notice == Self.continued)
    #expect(user.text.contains("Delete Anvil"))
    #expect(!user.text.contains("Delete Bell"))
    // It doesn't continue again.
    site.lock.isLocked = true
    try await user.reload()
    try await site.signIn(user)
    #expect(user.heading == "Crate")
    #expect(site.lock.deleted == ["Bell"])
  }

  @Test(.everyWay, .restarting)
  func `The notices about a rejected action are in the language of the page`() async throws {
    let site = try Site()
    let user = try await site.rejected(at: "/german")
    try await site.signIn(user)
    #expect(site.lock.deleted == ["Bell"])
    #expect(user.heading == "Crate")
    #expect(user.notice == Self.continuedInGerman)
    site.lock.isLocked = true
    try await user.click("Delete Anvil")
    #expect(user.notice == Self.waitsInGerman)
    try await user.click("Update the crate")
    try await site.signIn(user)
    #expect(user.notice == Self.droppedInGerman)
    #expect(site.lock.deleted == ["Bell"])
  }

  @Test(.everyWay, .restarting, arguments: ["/german-model", "/german-screens"])
  func `A rejected action continues in the language of its page`(path: String) async throws {
    let site = try Site()
    let user = try await site.rejected(at: path)
    try await site.signIn(user)
    #expect(user.heading == "Crate")
    #expect(user.notice == Self.continuedInGerman)
    #expect(site.lock.deleted == ["Bell"])
  }

  // With `.restarting`, the server would restart while the effect waits, which ends it.
  @Test(.everyWay) func `A rejected action continues when an effect opens the guard`() async throws
  {
    let site = try Site()
    let user = try await site.rejected()
    try await user.fill("Name", with: "ann")
    try await user.click("Sign in slowly")
    #expect(user.heading == "Sign in")
    #expect(user.notice == Self.waits)
    #expect(site.lock.deleted == [])
    await site.clock.advance(by: .seconds(60))
    try await user.reload()
    #expect(user.heading == "Crate")
    #expect(user.notice == Self.continued)
    #expect(site.lock.deleted == ["Bell"])
    site.lock.isLocked = true
    try await user.reload()
    try await site.signIn(user)
    #expect(site.lock.deleted == ["Bell"])
  }

  @Test(.everyWay, .restarting) func `A rejected action never continues for another user`()
    async throws
  {
    let site = try Site()
    let user = try await site.rejected()
    try await site.signIn(user, as: "bob")
    #expect(user.heading == "Crate")
    #expect(user.notice == nil)
    #expect(site.lock.deleted == [])
    // Not even if the first user signs in again.
    site.lock.isLocked = true
    try await user.reload()
    try await site.signIn(user)
    #expect(user.heading == "Crate")
    #expect(site.lock.deleted == [])
  }

  @Test(.everyWay, .restarting) func `A rejected action never applies to another object`()
    async throws
  {
    let site = try Site()
    let user = try await site.rejected()
    // The button's index belongs to another item now.
    try await user.click("Update the crate")
    #expect(user.notice == Self.waits)
    try await site.signIn(user)
    #expect(user.heading == "Crate")
    #expect(user.notice == Self.dropped)
    #expect(site.lock.deleted == [])
    #expect(user.text.contains("Delete Bell"))
  }

  @Test(.everyWay, .restarting) func `A rejected action doesn't continue after ten minutes`()
    async throws
  {
    let site = try Site()
    let user = try await site.rejected()
    site.time.advance(by: 599)
    try await user.reload()
    #expect(user.notice == Self.waits)
    site.time.advance(by: 2)
    try await user.reload()
    #expect(user.heading == "Sign in")
    #expect(user.notice == Self.dropped)
    try await site.signIn(user)
    #expect(user.heading == "Crate")
    #expect(site.lock.deleted == [])
  }

  @Test(.everyWay, .restarting) func `If the guard opens in another tab, the user decides`()
    async throws
  {
    let site = try Site()
    let user = try await site.rejected()
    let other = try await user.newTab()
    try await other.open("/scene")
    try await site.signIn(other)
    #expect(other.heading == "Crate")
    #expect(site.lock.deleted == [])
    try await user.reload()
    #expect(user.heading == "Crate")
    #expect(user.notice == Self.dropped)
    #expect(site.lock.deleted == [])
    site.lock.isLocked = true
    try await user.reload()
    try await site.signIn(user)
    #expect(user.heading == "Crate")
    #expect(site.lock.deleted == [])
  }

  @Test(.withoutScript(.pageOfBefore), .restarting)
  func `Another rejected action replaces the first one`() async throws {
    let site = try Site()
    let user = try await site.rejected()
    try await user.back()
    try await user.click("Delete Clock")
    #expect(user.heading == "Sign in")
    try await site.signIn(user)
    #expect(site.lock.deleted == ["Clock"])
  }

  @Test(.withoutScript(.requests)) func `A repeated request doesn't repeat the rejected action`()
    async throws
  {
    let site = try Site()
    let user = try await site.rejected()
    let rejected = try #require(user.submission?.request)
    try await site.signIn(user)
    let signIn = try #require(user.submission?.request)
    #expect(site.lock.deleted == ["Bell"])
    for request in [rejected, signIn, rejected] {
      _ = try await site.flow.transport.send(request)
    }
    try await user.reload()
    #expect(site.lock.deleted == ["Bell"])
  }

  @Test(.withoutScript(.requests))
  func `A page behind a closed guard can't submit a hidden button`()
    async throws
  {
    let site = try Site()
    let user = try await site.flow.user(at: "/scene")
    try await site.signIn(user)
    let control = try user.browser.control("Delete Bell")
    let button = try #require(control["value"])
    site.lock.isLocked = true
    try await user.reload()
    try await user.fill("Name", with: "")
    let token = try #require(
      user.topLayer?.node.first("input", where: ["name": "~token"])?["value"])
    try await user.click("Update the crate")
    var request = try #require(user.submission?.request)
    request.body = Array("~token=\(token)&~tap=\(button)".utf8)
    _ = try await user.browser.send(request)
    try await user.reload()
    try await site.signIn(user)
    #expect(user.heading == "Crate")
    #expect(site.lock.deleted == [])
  }
}
