import Cairn
import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: the stream of a page")
struct PageStreamTests {
  @Test(arguments: Chromium.Options.withScript)
  func `Tabs share one stream`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      let first = try await chromium.tab
      try await chromium.open("/inventory", of: site)
      // Open more tabs than the browser's connection limit for an origin.
      for _ in 0..<6 {
        try await chromium.newTab()
        try await chromium.open("/inventory", of: site)
        try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      }
      #expect(site.streamCount == 1)
      try await site.database.add(Item(name: "Lamp"))
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
      try await chromium.switchTo(tab: first)
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
    }
  }

  @Test func `A browser without locks has one stream per tab`() async throws {
    try await Site.visit { chromium, site in
      for number in 1...2 {
        if number > 1 { try await chromium.newTab() }
        try await chromium.devTools(
          "Page.addScriptToEvaluateOnNewDocument",
          ["source": "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })"])
        try await chromium.open("/inventory", of: site)
        try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
        try await chromium.waitFor("the stream") { site.streamCount == number }
      }
      try await site.database.add(Item(name: "Lamp"))
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
    }
  }

  @Test func `A page in the page cache doesn't block the stream of others`() async throws {
    try await Site.visit { chromium, site in
      let first = try await chromium.tab
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await chromium.newTab()
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      let second = try await chromium.tab
      // The page that listens for both goes into the page cache.
      try await chromium.switchTo(tab: first)
      try await chromium.open("about:blank")
      try await chromium.switchTo(tab: second)
      try await site.database.add(Item(name: "Lamp"))
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
      try await chromium.switchTo(tab: first)
      try await chromium.back()
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
      try await site.database.add(Item(name: "Desk"))
      try await chromium.waitFor("another") { try await chromium.rows.last == "Desk" }
      #expect(site.streamCount == 1)
    }
  }
}
