import Synchronization
import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: bookmarks and reloads")
struct BookmarkTests {
  /// Ways to screens, sheets, popovers, and covers: the controls to click, with their rows.
  private static let journeys: [[(name: String, row: String?)]] = [
    [("Add", nil)],
    [("Duplicate", "Mouse")],
    [("Keyboard", nil)],
    [("Take stock", nil), ("Start", nil), ("Next", nil)],
    [
      ("Take stock", nil), ("Start", nil), ("Next", nil), ("Next", nil), ("Next", nil),
      ("Next", nil),
    ],
  ]

  private struct Sight: Equatable, Sendable {
    var path: String
    var pile: [String]
    var text: String
  }

  private static func sight(of chromium: Chromium) async throws -> Sight {
    try await Sight(path: chromium.path, pile: chromium.pile, text: chromium.text)
  }

  @Test func `A bookmark opens the same layers in a new browser`() async throws {
    try await Site.serve { site in
      let bookmarks = Mutex<[(url: String, sight: Sight)]>([])
      try await site.visit { chromium in
        for journey in Self.journeys {
          try await chromium.goToInventory(of: site)
          for step in journey { try await chromium.click(step.name, row: step.row) }
          let bookmark = try await (chromium.url, Self.sight(of: chromium))
          bookmarks.withLock { $0.append(bookmark) }
        }
      }
      let kept = bookmarks.withLock(\.self)
      #expect(Set(kept.map(\.sight.path)).count == Self.journeys.count)
      try await site.visit { chromium in
        for (url, sight) in kept {
          try await chromium.open(url)
          #expect(try await Self.sight(of: chromium) == sight)
        }
        // The new user can continue from there.
        try await chromium.open(kept[0].url)
        try await chromium.fill("Name", with: "Lamp")
        try await chromium.click("Save")
        #expect(try await chromium.rows.last == "Lamp")
      }
    }
  }

  @Test func `A reload keeps submitted values and doesn't repeat actions`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.choose("Color", "Red")
      try await chromium.fill("Quantity", with: "many")
      try await chromium.click("Save")
      try await chromium.reload()
      #expect(try await chromium.pile == ["Inventory", "Add item"])
      #expect(try await chromium.value(of: "Name") == "Lamp")
      #expect(try await chromium.value(of: "Quantity") == "many")
      #expect(try await chromium.problem(of: "Quantity") != nil)
      try await chromium.fill("Quantity", with: "3")
      try await chromium.click("Save")
      for _ in 0..<2 { try await chromium.reload() }
      #expect(try await chromium.rows == site.names)
      #expect(site.names.count == 5)
      #expect(site.item(named: "Lamp")?.color == .red)

      try await chromium.click("Delete", row: "Lamp")
      for _ in 0..<2 { try await chromium.reload() }
      #expect(try await chromium.dialogs == ["Delete “Lamp”?"])
      try await chromium.click("Delete")
      try await chromium.reload()
      #expect(try await chromium.dialogs == [])
      #expect(site.names == Item.samples.map(\.name))
    }
  }

  @Test func `Everything continues after each restart of the server`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      try await site.restart()
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await site.restart()
      try await chromium.fill("Quantity", with: "many")
      try await chromium.click("Save")
      try await site.restart()
      try await chromium.reload()
      #expect(try await chromium.value(of: "Quantity") == "many")
      try await chromium.fill("Quantity", with: "3")
      try await chromium.click("Save")
      try await chromium.click("Delete", row: "Mouse")
      try await site.restart()
      try await chromium.click("Delete")
      #expect(site.names == ["Keyboard", "Monitor", "Headphones", "Lamp"])
      try await chromium.click("Take stock")
      try await chromium.click("Start")
      try await chromium.fill("Counted", with: "99")
      try await chromium.click("Next")
      try await site.restart()
      try await chromium.back()
      #expect(try await chromium.value(of: "Counted") == "99")
      try await chromium.forward()
      try await site.restart()
      try await chromium.click("Keyboard")
      #expect(try await chromium.value(of: "Counted") == "99")
      // Typed text is sent after a pause, possibly while the server restarts.
      _ = try await chromium.complaints
    }
  }
}
