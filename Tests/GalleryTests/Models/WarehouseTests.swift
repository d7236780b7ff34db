import CairnServer
import CairnTesting
import Testing
import Ways

/// The presentations of models in browsers.
@Suite(.restarting) struct WarehouseTests {
  private func user(at location: String = "/warehouse") async throws -> FlowUser {
    try await GallerySite(mounts: [Mount("/warehouse", WarehouseApp.self)]).user(at: location)
  }

  @Test(.everyWay) func `A sheet can be saved`() async throws {
    let browser = try await user()
    try await browser.click("Add")
    #expect(browser.pile == ["screen Warehouse", "sheet Add"])
    #expect(browser.canonical == "/warehouse/add")
    try await browser.fill("Name", with: "Screws")
    try await browser.click("Save")
    #expect(browser.pile == ["screen Warehouse"])
    #expect(browser.rows.count == 3)
    #expect(browser.text.contains("Screws"))
  }

  @Test(.everyWay) func `A sheet can be dismissed`() async throws {
    let browser = try await user(at: "/warehouse/add")
    try await browser.click("Cancel")
    #expect(browser.pile == ["screen Warehouse"])
    try await browser.click("Add")
    try await browser.clickBackdrop()
    #expect(browser.pile == ["screen Warehouse"])
    #expect(browser.canonical == "/warehouse")
  }

  @Test(.everyWay) func `A popover is presented at its row`() async throws {
    let browser = try await user()
    try await browser.click("Duplicate", in: .row("Nuts"))
    #expect(browser.pile == ["screen Warehouse", "popover Duplicate"])
    #expect(browser.canonical == "/warehouse/crates/2/duplicate")
    try await browser.click("Save")
    #expect(browser.text.contains("Nuts copy"))
  }

  @Test(.everyWay) func `A pushed form can be edited and left`() async throws {
    let browser = try await user()
    try await browser.click("Bolts")
    #expect(browser.pile == ["screen Edit"])
    #expect(browser.canonical == "/warehouse/crates/1")
    try await browser.fill("Name", with: "Big bolts")
    try await browser.click("Save")
    #expect(browser.text.contains("Big bolts"))
    try await browser.click("Nuts")
    try await browser.fill("Name", with: "Other")
    try await browser.click("Warehouse", in: .bar)
    #expect(browser.text.contains("Nuts"))
  }

  @Test(.everyWay) func `A cover keeps its page number until it's closed`() async throws {
    let browser = try await user(at: "/warehouse/help")
    try await browser.click("Next")
    try await browser.click("Next")
    #expect(browser.text.contains("Page 3"))
    #expect(browser.pile == ["cover Help"])
    try await browser.click("Close")
    #expect(browser.pile == ["screen Warehouse"])
  }

  @Test(.everyWay) func `A dialog leads to an alert, which can be canceled or confirmed`()
    async throws
  {
    let browser = try await user()
    try await browser.click("More", in: .row("Bolts"))
    #expect(browser.pile == ["screen Warehouse", "confirmation Bolts"])
    try await browser.click("Delete")
    #expect(browser.pile == ["screen Warehouse", "alert Delete it?"])
    try await browser.click("Cancel")
    #expect(browser.rows.count == 2)
    try await browser.click("More", in: .row("Bolts"))
    try await browser.click("Delete")
    try await browser.click("Delete")
    #expect(browser.pile == ["screen Warehouse"])
    #expect(browser.rows.count == 1)
  }

  @Test(.everyWay) func `A dialog leads to a pushed screen`() async throws {
    let browser = try await user()
    try await browser.click("More", in: .row("Bolts"))
    try await browser.click("Rename")
    #expect(browser.canonical == "/warehouse/crates/1")
  }

  @Test(.everyWay) func `Screens can be pushed onto a stack and popped`() async throws {
    let browser = try await user()
    try await browser.click("Count")
    #expect(browser.heading == "Count")
    try await browser.fill("Crates", with: "12")
    try await browser.click("Next")
    #expect(browser.heading == "Summary")
    #expect(browser.text.contains("Counted 12"))
    #expect(browser.canonical == "/warehouse/count/12")
    try await browser.click("Count", in: .bar)
    #expect(try browser.field("Crates").value == "12")
    try await browser.click("Warehouse", in: .bar)
    #expect(browser.pile == ["screen Warehouse"])
  }

  @Test(.everyWay) func `A stack has a location`() async throws {
    let browser = try await user(at: "/warehouse/count/7")
    #expect(browser.heading == "Summary")
    #expect(browser.text.contains("Counted 7"))
    try await browser.click("Count", in: .bar)
    #expect(browser.canonical == "/warehouse/count")
    try await browser.fill("Crates", with: "8")
    try await browser.click("Next")
    #expect(browser.canonical == "/warehouse/count/8")
    try await browser.open("/warehouse/7")
    #expect(browser.status == 404)
  }

  @Test(.everyWay) func `Going back leads to the first screen`() async throws {
    let browser = try await user()
    try await browser.click("Bolts")
    try await browser.fill("Name", with: "Typed")
    try await browser.back()
    try await browser.click("Add")
    #expect(browser.pile == ["screen Warehouse", "sheet Add"])
  }
}
