import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: quick clicks and prerendered pages")
struct RepeatTests {
  @Test(arguments: [2, 3], withAndWithoutScripts)
  func `Quick clicks on Save add one item`(times: Int, javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click(chromium.control("Add"), times: times)
      try await chromium.waitFor("the sheet") { try await chromium.dialogs == ["Add item"] }
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.click(chromium.control("Save"), times: times)
      try await chromium.waitFor("the list") {
        let rows = try await chromium.rows
        return try await chromium.path == "/inventory" && rows.count == 5
      }
      try await chromium.reload()
      #expect(site.names.count { $0 == "Lamp" } == 1)
      // After going back, the same form with another value is a new submission. A click during the page
      // change may have added the list to the history again.
      try await chromium.goToLeftPage(javaScript: javaScript)
      if try await chromium.dialogs.isEmpty { try await chromium.back() }
      try await chromium.fill("Name", with: "Desk")
      try await chromium.click(chromium.control("Save"), times: times)
      try await chromium.waitFor("the list") { try await chromium.rows.count == 6 }
      #expect(site.names.suffix(2) == ["Lamp", "Desk"])
    }
  }

  @Test func `A prerendered page works`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Add")
      try await chromium.click("Cancel")
      #expect(site.sceneCount == 1)
      // The pages' policy doesn't allow inline scripts, but browsers can prerender pages on their own.
      try await chromium.devTools("Page.setBypassCSP", ["enabled": true])
      try await chromium.reload()
      let looks = site.lookCount
      let rules = #"{"prerender": [{"urls": ["/inventory/items/1"], "eagerness": "immediate"}]}"#
      try await chromium.evaluate(
        """
        (() => { const rules = document.createElement("script"); rules.type = "speculationrules"
          rules.textContent = \(Chromium.literal(rules)); document.head.append(rules) })()
        """)
      try await chromium.waitFor("the page in advance") { site.lookCount > looks }
      #expect(site.sceneCount == 1)
      try await chromium.perform(leavesPage: true) {
        try await chromium.evaluate("location.href = '/inventory/items/1'")
      }
      let start = try await chromium.evaluate(
        "performance.getEntriesByType('navigation')[0].activationStart")
      #expect((start.number ?? 0) > 0)
      // The page's script starts and requests a scene.
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await chromium.fill("Name", with: "Piano")
      try await chromium.waitFor("the typed text to be sent") {
        try await chromium.evaluate("document.querySelector('#layer0 input[id]').defaultValue")
          .string
          == "Piano"
      }
      try await chromium.click("Inventory")
      #expect(site.names.first == "Piano")
    }
  }
}
