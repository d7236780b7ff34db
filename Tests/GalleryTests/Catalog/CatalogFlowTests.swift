import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The pages of the catalog, with the code next to each sample, and in other languages.
@Suite(.restarting, .withoutScript(.requests)) struct CatalogFlowTests {
  private func site() throws -> FlowSite {
    try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/catalog", CatalogApp.self) }
    }
  }

  @Test(
    arguments: [
      ("buttons", "Button(\"Plain\") { store.send(.tapped) }.buttonStyle(.plain)"),
      ("charts", "BarMark(x: .value(\"Month\", sale.month)"),
      ("fields", "DatePicker(\"Arrival\", selection: $store.arrival, in: Self.arrivals)"),
      ("forms", "TextEditor(\"Letter\", text: $store.letter)"),
      ("layout", "LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))]) {"),
      ("lists", "Text(\"Vegetables are sold by weight.\")"),
      ("menus", "Menu(\"Share\", icon: .upload) {"),
      ("tables", "TableColumn(\"Name\", value: \\.name, sort: .name)"),
      ("texts", "SecureField(\"Password\", text: $store.password"),
      ("view-state", "@State private var count = 0"),
    ])
  func `Each sample has its code next to it`(page: String, code: String) async throws {
    let browser = Browser(try site().transport)
    try await browser.open("/catalog/\(page)")
    #expect(browser.text.contains(code))
    let samples = browser.html.matches(of: #/<h2>([^<]+)</h2><div class="cells min-6">/#)
    let names = samples.map {
      "aria-label=\"Code of \($0.1.replacing("'", with: "&#39;"))\""
    }
    #expect(samples.count > 3)
    #expect(Set(names).count == samples.count)
    for name in names { #expect(browser.html.contains(name), "\(name)") }
    #expect(!browser.html.contains("translate=\"no\"></pre>"))
  }

  @Test func `The catalog is shown in other languages`() async throws {
    let browser = Browser(try site().transport)
    try await browser.open("/catalog")
    try await browser.click("Deutsch")
    try await browser.open("/catalog/fields")
    #expect(try browser.field("Price").value == "2,5")
    try await browser.open("/catalog")
    try await browser.click("العربية")
    try await browser.open("/catalog/fields")
    #expect(browser.html.contains("dir=\"rtl\""))
    // Code is written from left to right in every language.
    #expect(browser.html.contains("aria-label=\"Code of Filled\" dir=\"ltr\""))
  }

  @Test func `Values of the new pages are kept`() async throws {
    let browser = Browser(try site().transport)
    try await browser.open("/catalog/texts")
    try browser.fill("City", with: "Lima")
    try browser.set("Urgent", to: true)
    try await browser.click("Apply")
    #expect(try browser.field("Former city").value == "Lima")
    #expect(try browser.field("Former city").isDisabled)
    #expect(try browser.field("I agree").isOn)
    #expect(try browser.field("City of birth").error == "This city is unknown.")
    try await browser.open("/catalog/buttons")
    try await browser.click("Plain")
    try await browser.click("Show an alert")
    #expect(browser.text.contains("Add paper, and print again."))
    try await browser.click("OK")
    #expect(browser.text.contains("Taps: 1"))
    try await browser.open("/catalog/lists")
    try await browser.click("Departures")
    #expect(browser.html.contains(">13:05 to Lima<"))
    try await browser.click("A row with a button")
    #expect(browser.text.contains("Opened: The button"))
  }
}
