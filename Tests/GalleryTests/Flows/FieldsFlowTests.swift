import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

private struct EnglishFields: App {
  static var languages: [Language] { [.english] }
  let store = Store(initialState: FieldsCatalog.State()) { FieldsCatalog() }

  var body: some Scene { WindowGroup { FieldsCatalogView(store: store) }.persistedStore(store) }
}

private struct GermanFields: App {
  static var languages: [Language] { [.german] }
  let store = Store(initialState: FieldsCatalog.State()) { FieldsCatalog() }

  var body: some Scene { WindowGroup { FieldsCatalogView(store: store) }.persistedStore(store) }
}

/// Fields for numbers, dates, and colors, of users in Berlin.
@Suite(.restarting, .withoutScript(.requests)) struct FieldsFlowTests {
  private func browser(at path: String) async throws -> Browser {
    let site = try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        Mount("/english", EnglishFields.self)
        Mount("/german", GermanFields.self)
      }
    }
    let browser = Browser(site.transport)
    browser.timeZone = TimeZone(identifier: "Europe/Berlin")
    try await browser.open(path)
    return browser
  }

  @Test func `Invalid values stay in their fields until they're corrected`() async throws {
    let browser = try await browser(at: "/english")
    #expect(try browser.field("Arrival").value == "2030-05-03T09:30")
    try browser.fill("Pieces", with: "1001")
    try browser.fill("Price", with: "2.53")
    try browser.fill("Arrival", with: "2030-06-02T10:00")
    try browser.fill("Departure", with: "someday")
    try browser.fill("Volume", with: "42")
    try browser.fill("Tone", with: "moss")
    try await browser.click("Apply")
    #expect(try browser.field("Pieces").value == "1001")
    #expect(try browser.field("Pieces").error == "Enter a number that's at most 1000.")
    #expect(
      try browser.field("Price").error
        == "Enter a possible number. The nearest ones are 2.5 and 2.55.")
    #expect(try browser.field("Arrival").value == "2030-06-02T10:00")
    let limit = try #require(try browser.field("Arrival").error)
    #expect(limit.hasPrefix("The latest possible choice is "))
    // The order depends on the region of this machine.
    #expect(limit.contains(/June 1, 2030|1 June 2030/), "\(limit)")
    #expect(try browser.field("Departure").value == "someday")
    #expect(
      try browser.field("Departure").error
        == "“someday” isn't a date. Enter one such as 2030-12-31.")
    #expect(
      try browser.field("Volume").error
        == "Enter a possible number. The nearest ones are 40 and 45.")
    #expect(
      try browser.field("Tone").error == "“moss” isn't a color. Enter one such as #1a2b3c.")

    try browser.fill("Pieces", with: "1,000")
    try browser.fill("Price", with: "12.55")
    try browser.fill("Arrival", with: "2030-05-10T18:00")
    try browser.fill("Departure", with: "2030-05-12")
    try browser.fill("Volume", with: "55")
    try browser.fill("Tone", with: "#112233")
    try await browser.click("Apply")
    for page in 0..<2 {
      if page == 1 { try await browser.reload() }
      for (label, value) in [
        ("Pieces", "1000"), ("Price", "12.55"), ("Arrival", "2030-05-10T18:00"),
        ("Departure", "2030-05-12"), ("Departure time", "00:00"), ("Volume", "55"),
        ("Tone", "#112233"),
      ] {
        #expect(try browser.field(label).value == value, "\(label)")
        #expect(try browser.field(label).error == nil, "\(label)")
      }
    }
  }

  private func german(_ text: SystemText) -> String { text.string(in: .german) }

  @Test func `Numbers and messages are in the user's language`() async throws {
    let browser = try await browser(at: "/german")
    #expect(try browser.field("Price").value == "2,5")
    try browser.fill("Price", with: "1.234,5")
    try browser.fill("Arrival", with: "2030-05-03T25:00")
    try await browser.click("Apply")
    #expect(try browser.field("Price").value == "1.234,5")
    #expect(try browser.field("Price").error == german(.numberAboveMaximum("100")))
    #expect(
      try browser.field("Arrival").error == german(.notDateAndTime("2030-05-03T25:00")))
    try browser.fill("Price", with: "2,75")
    try browser.fill("Arrival", with: "2030-05-04T08:00")
    try await browser.click("Apply")
    #expect(try browser.field("Price").value == "2,75")
    #expect(try browser.field("Price").error == nil)
    #expect(try browser.field("Arrival").value == "2030-05-04T08:00")
  }

  @Test func `A date is shown in the time zone of the browser`() async throws {
    let browser = try await browser(at: "/english")
    browser.timeZone = TimeZone(identifier: "Asia/Tokyo")
    try await browser.reload()
    #expect(try browser.field("Arrival").value == "2030-05-03T16:30")
    try browser.fill("Arrival", with: "2030-05-04T16:30")
    try await browser.click("Apply")
    browser.timeZone = TimeZone(identifier: "Europe/Berlin")
    try await browser.reload()
    #expect(try browser.field("Arrival").value == "2030-05-04T09:30")
  }
}
