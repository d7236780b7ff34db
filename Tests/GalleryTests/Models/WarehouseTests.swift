import CairnServer
import CairnTesting
import Testing

/// What models present, as a browser without JavaScript shows it.
@Suite(.restarting) struct WarehouseTests {
  private let server: TestServer
  private let browser: Browser

  init() throws {
    var settings = ServerSettings()
    settings.settleLimit = .seconds(20)
    server = try TestServer(settings: settings) { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/warehouse", WarehouseApp.self) }
    }
    browser = Browser(InProcessTransport(server))
  }

  @Test func aSheetIsSaved() async throws {
    try await browser.open("/warehouse")
    try await browser.click("Add")
    #expect(browser.pile == ["screen Warehouse", "sheet Add"])
    #expect(browser.canonical == "/warehouse/add")
    try browser.fill("Name", with: "Screws")
    try await browser.click("Save")
    #expect(browser.pile == ["screen Warehouse"])
    #expect(browser.rows.count == 3)
    #expect(browser.text.contains("Screws"))
  }

  @Test func aSheetIsDismissed() async throws {
    try await browser.open("/warehouse/add")
    try await browser.click("Cancel")
    #expect(browser.pile == ["screen Warehouse"])
    try await browser.click("Add")
    try await browser.clickBackdrop()
    #expect(browser.pile == ["screen Warehouse"])
    #expect(browser.canonical == "/warehouse")
  }

  @Test func aPopoverStandsAtItsRow() async throws {
    try await browser.open("/warehouse")
    try await browser.click("Duplicate", in: .row("Nuts"))
    #expect(browser.pile == ["screen Warehouse", "popover Duplicate"])
    #expect(browser.canonical == "/warehouse/crates/2/duplicate")
    try await browser.click("Save")
    #expect(browser.text.contains("Nuts copy"))
  }

  @Test func aDrillDownIsEditedAndLeft() async throws {
    try await browser.open("/warehouse")
    try await browser.click("Bolts")
    #expect(browser.pile == ["screen Edit"])
    #expect(browser.canonical == "/warehouse/crates/1")
    try browser.fill("Name", with: "Big bolts")
    try await browser.click("Save")
    #expect(browser.text.contains("Big bolts"))
    try await browser.click("Nuts")
    try browser.fill("Name", with: "Other")
    try await browser.click("Warehouse", in: .bar)
    #expect(browser.text.contains("Nuts"))
  }

  @Test func aCoverIsCounted() async throws {
    try await browser.open("/warehouse/help")
    try await browser.click("Next")
    try await browser.click("Next")
    #expect(browser.text.contains("Page 3"))
    #expect(browser.pile == ["cover Help"])
    try await browser.click("Close")
    #expect(browser.pile == ["screen Warehouse"])
  }

  @Test func aDialogLeadsToAnAlertAndThatToTheEnd() async throws {
    try await browser.open("/warehouse")
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

  @Test func aDialogLeadsToADrillDown() async throws {
    try await browser.open("/warehouse")
    try await browser.click("More", in: .row("Bolts"))
    try await browser.click("Rename")
    #expect(browser.canonical == "/warehouse/crates/1")
  }

  @Test func aStackIsPushedAndPopped() async throws {
    try await browser.open("/warehouse")
    try await browser.click("Count")
    #expect(browser.heading == "Count")
    try browser.fill("Crates", with: "12")
    try await browser.click("Next")
    #expect(browser.heading == "Summary")
    #expect(browser.text.contains("Counted 12"))
    #expect(browser.canonical == "/warehouse/count/12")
    try await browser.click("Count", in: .bar)
    #expect(try browser.field("Crates").value == "12")
    try await browser.click("Warehouse", in: .bar)
    #expect(browser.pile == ["screen Warehouse"])
  }

  @Test func aStackHasALocation() async throws {
    try await browser.open("/warehouse/count/7")
    #expect(browser.heading == "Summary")
    #expect(browser.text.contains("Counted 7"))
    try await browser.click("Count", in: .bar)
    #expect(browser.canonical == "/warehouse/count")
    try browser.fill("Crates", with: "8")
    try await browser.click("Next")
    #expect(browser.canonical == "/warehouse/count/8")
    try await browser.open("/warehouse/7")
    #expect(browser.status == 404)
  }

  @Test func backLeadsToTheBeginningOfThePile() async throws {
    try await browser.open("/warehouse")
    try await browser.click("Bolts")
    try browser.fill("Name", with: "Typed")
    try await browser.back()
    try await browser.click("Add")
    #expect(browser.pile == ["screen Warehouse", "sheet Add"])
  }
}
