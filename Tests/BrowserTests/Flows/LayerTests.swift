import Cairn
import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: layers with the script")
struct LayerTests {
  /// The number of dialogs in the browser's top layer, which block everything behind them.
  private func modals(_ chromium: Chromium) async throws -> Int {
    Int(
      try await chromium.evaluate("document.querySelectorAll('dialog:modal').length").number ?? -1)
  }

  @Test func `Dialogs are in the browser's top layer`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      #expect(try await modals(chromium) == 0)
      try await chromium.click("Add")
      #expect(try await modals(chromium) == 1)
      // The first field has the focus, instead of the first control.
      #expect(
        try await chromium.evaluate("document.activeElement.labels[0].textContent").string == "Name"
      )
      try await chromium.click("Cancel")
      #expect(try await modals(chromium) == 0)
      // A loaded page with dialogs has them in the top layer too.
      try await chromium.open("/inventory/stocktake/1", of: site)
      #expect(try await modals(chromium) == 1)
      try await chromium.fill("Counted", with: "7")
      try await chromium.click("Cancel")
      #expect(try await modals(chromium) == 2)
      try await chromium.click("Discard")
      #expect(try await chromium.path == "/inventory")
    }
  }

  @Test func `Escape dismisses a sheet and cancels an alert`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      // The first press only warns.
      try await chromium.perform(leavesPage: false) { try await chromium.press(Key.escape) }
      #expect(try await chromium.dialogs == ["Add item"])
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.escape) }
      #expect(try await chromium.dialogs == [])
      #expect(try await chromium.path == "/inventory")
      #expect(site.names.count == 4)

      try await chromium.click("Delete", row: "Mouse")
      #expect(try await chromium.dialogs == ["Delete “Mouse”?"])
      // A click next to an alert has no effect.
      try await chromium.click(at: (20, 450))
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.escape) }
      #expect(try await chromium.dialogs == [])
      #expect(site.names.contains("Mouse"))

      try await chromium.click("More", row: "Mouse")
      #expect(try await chromium.dialogs.count == 1)
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.escape) }
      #expect(try await chromium.dialogs == [])
      // On a screen, Escape keeps the browser's behavior.
      let before = try await chromium.evaluate("document.documentElement.dataset.work").string
      try await chromium.press(Key.escape)
      try await chromium.settle()
      #expect(
        try await chromium.evaluate("document.documentElement.dataset.work").string == before)
    }
  }

  @Test func `Keyboard shortcuts press their buttons`() async throws {
    try await SamplesSite.visit { chromium in
      #expect(try await chromium.dialogs == [])
      try await chromium.press("j")
      try await chromium.perform(leavesPage: true) {
        try await chromium.press("j", with: Key.control)
      }
      #expect(try await chromium.dialogs.count == 1)
      // Only in the top layer.
      try await chromium.press("j", with: Key.control)
      try await chromium.settle()
      #expect(try await chromium.dialogs.count == 1)
    }
  }

  @Test func `Enter presses the default button of a sheet`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.enter) }
      #expect(try await chromium.dialogs == [])
      #expect(site.names.last == "Lamp")
    }
  }

  @Test func `Changes of the page are announced`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      func announced() async throws -> String? {
        try await chromium.evaluate("document.querySelector('[role=status].announcer').textContent")
          .string
      }
      #expect(try await announced() == "Inventory")
      try await chromium.click("Add")
      #expect(try await announced() == "Add item – Inventory")
      try await chromium.click("Save")
      #expect(try await announced() == "Error: Add item – Inventory. Give the item a name.")
      try await chromium.click("Cancel")
      #expect(try await announced() == "Inventory")
      // Screen readers read the initial page themselves.
      try await chromium.reload()
      #expect(try await announced() == "")
    }
  }
}
