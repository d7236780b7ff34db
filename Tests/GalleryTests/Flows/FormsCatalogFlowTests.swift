import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

private struct FormsCatalogApp: App {
  let store = Store(initialState: FormsCatalog.State()) { FormsCatalog() }

  var body: some Scene { WindowGroup { FormsCatalogView(store: store) } }
}

/// Pickers, texts around fields, parsed values, and values that are checked together.
@Suite(.restarting) struct FormsCatalogFlowTests {
  private func user() async throws -> FlowUser {
    try await FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/", FormsCatalogApp.self) }
    }.user(at: "/")
  }

  @Test(.everyWay) func `Invalid values are listed until they're corrected`() async throws {
    let browser = try await user()
    #expect(!browser.text.contains("Correct these"))
    try await browser.click("Save")
    #expect(browser.text.contains("Correct these 4 fields:"))
    #expect(try browser.field("Name").error == "Enter a name.")
    #expect(try browser.field("City").error == "Choose a city.")
    #expect(try browser.field("City").help == "The city of the nearest warehouse.")
    #expect(try browser.field("Urgent").error == "Choose at least one tag.")
    #expect(try browser.field("Train").error == "Choose how to send it.")
    try await browser.fill("Name", with: "Ada")
    try await browser.choose("City", "Kyoto")
    try await browser.set("Urgent", to: true)
    try await browser.set("Gift", to: true)
    try await browser.click("Save")
    #expect(browser.text.contains("Correct this field:"))
    #expect(try browser.field("Name").error == nil)
    try await browser.set("Train", to: true)
    try await browser.click("Save")
    #expect(browser.text.contains("Saved: Ada, Kyoto, Gift, Urgent, Train"))
    #expect(!browser.text.contains("Correct this"))
    try await browser.set("Urgent", to: false)
    try await browser.click("Save")
    #expect(browser.text.contains("Saved: Ada, Kyoto, Gift, Train"))
    #expect(try browser.field("Gift").isOn)
    #expect(try !browser.field("Urgent").isOn)
  }

  @Test(.everyWay) func `Text that can't be parsed stays with the message that was thrown`()
    async throws
  {
    let browser = try await user()
    try await browser.fill("Account", with: "DE00 1")
    try await browser.click("Save")
    #expect(try browser.field("Account").value == "DE00 1")
    #expect(
      try browser.field("Account").error
        == "An IBAN has 22 characters, but this one has 5.")
    #expect(try browser.field("Account").help == "Your IBAN, as on your card.")
    #expect(
      browser.text.contains("Account: An IBAN has 22 characters, but this one has 5."))
    try await browser.fill("Account", with: "de89370400440532013000")
    // With the script, the field keeps the typed text as long as it has the focus.
    try await browser.click("Save")
    #expect(try browser.field("Account").value == "DE89 3704 0044 0532 0130 00")
    #expect(try browser.field("Account").error == nil)
    try await browser.fill("Account", with: "DE89370400440532013001")
    try await browser.click("Apply")
    #expect(
      try browser.field("Account").error
        == "The check digits don't match. Compare it with your card.")
    try await browser.fill("Account", with: "")
    try await browser.click("Apply")
    #expect(try browser.field("Account").error == nil)
  }

  @Test(.everyWay) func `Fields have units, reasons, and hidden labels`() async throws {
    let browser = try await user()
    #expect(try browser.field("Weight").help?.hasPrefix("kg With the packaging.") == true)
    #expect(try browser.field("Search word").value == "")
    let reason = "The shipment has left, so it can't be changed."
    #expect(try browser.field("Shipment").isDisabled)
    #expect(try browser.field("Shipment").help == reason)
    #expect(try browser.field("Carrier").help == reason)
    #expect(try browser.field("Returned").isDisabled)
    #expect(try browser.field("City").options.contains("Oslo"))
  }

  @Test(.everyWay) func `Elements of a set are chosen in a segmented picker`() async throws {
    let browser = try await user()
    #expect(try browser.field("Insurance").isOn)
    try await browser.set("Insurance", to: false)
    try await browser.set("Express", to: true)
    try await browser.click("Apply")
    #expect(try !browser.field("Insurance").isOn)
    #expect(try browser.field("Express").isOn)
    #expect(try !browser.field("Signature").isOn)
  }
}
