import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The choice of the scene to evict when a session exceeds its limit.
@Suite(.restarting, .withoutScript(.load)) struct OldestSceneTests {
  @Test func `The scene with the oldest form is evicted, even after recent views`() async throws {
    let limit = ServerSettings().scenesPerSession
    let site = try GallerySite()
    let session = site.browser()
    var tabs: [Browser] = []
    func addTab(_ number: Int) async throws {
      let tab = session.newTab()
      try await tab.open("/inventory/add")
      try tab.fill("Name", with: "Number \(number)")
      try await tab.click("Apply")
      tabs.append(tab)
    }
    for number in 0..<limit { try await addTab(number) }
    #expect(Set(tabs.map(\.sceneID)).count == limit)
    #expect(site.sceneCount == limit)
    for _ in 0..<100 { try await tabs[0].reload() }
    #expect(try tabs[0].field("Name").value == "Number 0")
    try await addTab(limit)
    #expect(site.sceneCount == limit)
    for (number, tab) in tabs.enumerated() {
      try await tab.reload()
      #expect(try tab.field("Name").value == (number == 0 ? "" : "Number \(number)"))
    }
  }

  @Test func `The oldest scene stays after it was used`() async throws {
    let limit = ServerSettings().scenesPerSession
    let site = try GallerySite()
    let session = site.browser()
    var tabs: [Browser] = []
    for number in 0...limit {
      if number == limit { try await tabs[0].click("Apply") }
      let tab = session.newTab()
      try await tab.open("/inventory/add")
      try tab.fill("Name", with: "Number \(number)")
      try await tab.click("Apply")
      tabs.append(tab)
    }
    for (number, tab) in tabs.enumerated() {
      try await tab.reload()
      #expect(try tab.field("Name").value == (number == 1 ? "" : "Number \(number)"))
    }
  }
}
