import Cairn
import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: pages with a lost scene or session")
struct LostSceneTests {
  @Test(arguments: Chromium.Options.withScript)
  func `A restart isn't noticeable`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await site.restart()
      try await site.database.add(Item(name: "Desk"))
      // The new stream updates the page.
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Desk" }
      #expect(try await chromium.value(of: "Name") == "Lamp")
      try await chromium.click("Save")
      #expect(site.names.suffix(2) == ["Desk", "Lamp"])
      try await site.database.delete(1)
      try await chromium.waitFor("the change") { try await chromium.rows.first == "Monitor" }
      _ = try await chromium.complaints
    }
  }

  @Test(arguments: [true, false])
  func `A page continues in a new session after the server lost the old one`(isKnown: Bool)
    async throws
  {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      // Only the page still knows the typed and sent text.
      try await chromium.click("Add")
      try await chromium.press("Sofa", in: "Name")
      try await chromium.settle()
      let before = try await chromium.location
      if !isKnown {
        // Simulate a restart with another secret.
        let cookies = try await chromium.cookies
        let (name, value) = try #require(cookies.first { $0.key != "cairn-browser" })
        try await chromium.devTools(
          "Network.setCookie",
          [
            "name": .string(name), "value": .string(String(value.reversed())),
            "url": .string(site.origin), "httpOnly": true,
          ])
      }
      try await site.loseSessions()
      try await site.database.add(Item(name: "Lamp"))
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
      try await chromium.waitFor("a scene") {
        let now = try await chromium.location
        return now.contains("?~") && now != before
      }
      #expect(try await chromium.value(of: "Name") == "Sofa")
      try await chromium.click("Save")
      #expect(site.names.suffix(2) == ["Lamp", "Sofa"])
      try await site.database.add(Item(name: "Desk"))
      try await chromium.waitFor("another") { try await chromium.rows.last == "Desk" }
      _ = try await chromium.complaints
    }
  }

  @Test(arguments: [true, false])
  func `Typed text is kept after the server lost everything else`(hasSession: Bool) async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.settle()
      if hasSession {
        try await site.loseSessions()
      } else {
        try await chromium.devTools("Network.clearBrowserCookies")
      }
      try await chromium.click("Save")
      #expect(site.names.last == "Headphones")
      #expect(try await chromium.value(of: "Name") == "Lamp")
      let notice = hasSession ? "Check it and submit again" : "didn't send this site's cookie"
      #expect(try await chromium.text.contains(notice))
      try await chromium.click("Save")
      #expect(site.names.last == "Lamp")
      #expect(try await chromium.path == "/inventory")
      // The console reports that the first form was outdated.
      _ = try await chromium.complaints
    }
  }

  @Test func `A phone that was asleep shows the latest changes`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.devTools("Page.setWebLifecycleState", ["state": "frozen"])
      // When it wakes up, its connections and the process with its scene are gone.
      try await site.restart()
      try await site.database.add(Item(name: "Desk"))
      try await chromium.devTools("Page.setWebLifecycleState", ["state": "active"])
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Desk" }
      #expect(try await chromium.value(of: "Name") == "Lamp")
      try await chromium.click("Save")
      #expect(site.names.suffix(2) == ["Desk", "Lamp"])
      _ = try await chromium.complaints
    }
  }
}
