import CairnDependencies
import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Only so many scenes are in memory; the others go on from where they were stored.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct LiveSceneTests {
  private let store = FaultyStore()

  @Test func twoHundredScenesUsedInTurnGoOnWhereTheyWere() async throws {
    let site = try GallerySite(maximumLiveScenes: 1, sessions: store)
    var browsers: [Browser] = []
    for number in 0..<200 {
      let browser = try await site.browser(at: "/inventory")
      try await browser.click("Add")
      try browser.fill("Name", with: "Number \(number)")
      try await browser.click("Apply")
      browsers.append(browser)
      #expect(site.server.sceneCount <= 1)
    }
    #expect(store.sceneCount == 200)
    for (number, browser) in browsers.enumerated() {
      try await browser.reload()
      #expect(try browser.field("Name").value == "Number \(number)")
      try browser.fill("Name", with: "Again \(number)")
      try await browser.click("Apply")
      #expect(browser.notice == nil)
      #expect(site.server.sceneCount <= 1)
    }
    for (number, browser) in browsers.enumerated().reversed() {
      #expect(try browser.field("Name").value == "Again \(number)")
      try await browser.click("Save")
      #expect(browser.notice == nil)
      #expect(browser.pile == ["screen Inventory"])
    }
    #expect(Set(site.names.dropFirst(4)) == Set((0..<200).map { "Again \($0)" }))
    #expect(site.names.count == 204)
  }

  @Test func manyAtOnceHaveRoomForOne() async throws {
    let site = try GallerySite(maximumLiveScenes: 1, sessions: store)
    try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          let browser = try await site.browser(at: "/inventory/stocktake/1")
          for count in 1...20 {
            try await browser.click("Increment Counted")
            #expect(browser.notice == nil, "\(number)")
            #expect(try browser.field("Counted").value == "\(100 + count)")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(store.sceneCount == 8)
  }

  @Test func aSceneWithARunningEffectGoesLast() async throws {
    let site = try GallerySite(
      settleLimit: .milliseconds(50), maximumLiveScenes: 2, sessions: store)
    let timing = try await site.browser(at: "/inventory/add")
    try timing.set("Timer", to: true)
    try await timing.click("Apply")
    // Others come and go; the one with the timer is older than all of them.
    for _ in 0..<10 {
      let other = try await site.browser(at: "/inventory")
      try await other.click("Add")
    }
    #expect(site.server.sceneCount == 2)
    await site.clock.advance(by: .seconds(1))
    try await timing.reload()
    #expect(timing.text.contains("closes in 4 seconds"))
    #expect(timing.notice == nil)
  }

  @Test func whereAllHaveEffectsTheOldestGoesAndSaysSo() async throws {
    let site = try GallerySite(
      settleLimit: .milliseconds(50), maximumLiveScenes: 2, sessions: store)
    var browsers: [Browser] = []
    for number in 0..<3 {
      let browser = try await site.browser(at: "/inventory/add")
      try browser.fill("Name", with: "Number \(number)")
      try browser.set("Timer", to: true)
      try await browser.click("Apply")
      browsers.append(browser)
    }
    #expect(site.server.sceneCount == 2)
    try await browsers[0].reload()
    #expect(browsers[0].notice?.contains("The timer was stopped") == true)
    #expect(try browsers[0].field("Name").value == "Number 0")
    #expect(!browsers[0].buttons.contains("Update"))
    // Which has pushed out none that is in use: it has no effect itself.
    try await browsers[2].reload()
    #expect(browsers[2].notice == nil)
    #expect(browsers[2].buttons.contains("Update"))
  }

  @Test func whatCouldNotBeStoredStaysUntilItIs() async throws {
    let site = try GallerySite(
      settleLimit: .milliseconds(50), maximumLiveScenes: 1, sessions: store)
    let timing = try await site.browser(at: "/inventory/add")
    try timing.set("Timer", to: true)
    try await timing.click("Apply")
    store.fail(.commit)
    await site.clock.advance(by: .seconds(1))
    await store.hasFailed(1)
    // Nothing changes the scene any more, and somebody else wants its place.
    store.mend()
    for _ in 0..<3 {
      let other = try await site.browser(at: "/inventory/add")
      try other.set("Timer", to: true)
      try await other.click("Apply")
    }
    #expect(site.server.sceneCount == 1)
    try await timing.reload()
    #expect(timing.text.contains("closes in 4 seconds"))
  }
}
