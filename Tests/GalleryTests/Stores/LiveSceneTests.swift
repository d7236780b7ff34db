import CairnDependencies
import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The number of scenes in memory is limited. The others continue from their stored state.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct LiveSceneTests {
  private let store = FaultyStore()

  @Test func `Two hundred scenes keep their state with room for one in memory`() async throws {
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

  @Test func `Simultaneous users work with room for one scene in memory`() async throws {
    let site = try GallerySite(maximumLiveScenes: 1, sessions: store)
    try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          let browser = try await site.browser(at: "/inventory/stocktake/1")
          for count in 1...20 {
            try await browser.click("Increment")
            #expect(browser.notice == nil, "\(number)")
            #expect(try browser.field("Counted").value == "\(100 + count)")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(store.sceneCount == 8)
  }

  @Test func `A scene with a running effect is unloaded last`() async throws {
    let site = try GallerySite(maximumLiveScenes: 2, sessions: store)
    let timing = try await site.browser(at: "/inventory/add")
    try timing.set("Timer", to: true)
    try await timing.click("Apply")
    // Other scenes are created and unloaded. The scene with the timer is the oldest.
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

  @Test func `The oldest scene is unloaded with a notice if all have effects`() async throws {
    let site = try GallerySite(maximumLiveScenes: 2, sessions: store)
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
    #expect(browsers[0].notice?.contains("stopped the timer") == true)
    #expect(try browsers[0].field("Name").value == "Number 0")
    #expect(!browsers[0].buttons.contains("Update"))
    // The reloaded scene has no effect, so it didn't displace a scene in use.
    try await browsers[2].reload()
    #expect(browsers[2].notice == nil)
    #expect(browsers[2].buttons.contains("Update"))
  }

  @Test func `A scene that couldn't be stored stays in memory until it's stored`() async throws {
    let site = try GallerySite(maximumLiveScenes: 1, sessions: store)
    let timing = try await site.browser(at: "/inventory/add")
    try timing.set("Timer", to: true)
    try await timing.click("Apply")
    store.fail(.commit)
    await site.clock.advance(by: .seconds(1))
    await store.hasFailed(1)
    // The scene doesn't change anymore, and other scenes need its memory.
    store.clearFaults()
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
