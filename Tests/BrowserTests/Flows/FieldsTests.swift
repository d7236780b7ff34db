import Cairn
import CairnServer
import Foundation
import Testing

@testable import Gallery
@testable import WebDriver

/// The fields of the catalog in English, in the time zone of Berlin.
private struct BerlinFields: App {
  static var languages: [Language] { [.english] }
  let store = Store(initialState: FieldsCatalog.State()) { FieldsCatalog() }

  var body: some Scene {
    WindowGroup {
      FieldsCatalogView(store: store)
        .environment(\.timeZone, TimeZone(identifier: "Europe/Berlin") ?? .gmt)
    }
    .persistedStore(store)
  }
}

@Suite("Browser: fields for numbers, dates, and colors")
struct FieldsTests {
  private func visit(
    javaScript: Bool, width: Int? = nil, _ body: @Sendable (Chromium) async throws -> Void
  ) async throws {
    var options = Chromium.Options(javaScript: javaScript)
    if let width { options.width = width }
    try await Site.serve(mounts: [Mount("/", BerlinFields.self)]) { [options] site in
      try await site.visit(options) { chromium in
        try await chromium.open("/", of: site)
        try await body(chromium)
      }
    }
  }

  /// Chooses a value in a field that the browser shows as its own control.
  private func choose(_ chromium: Chromium, _ label: String, _ value: String) async throws {
    let field = try await chromium.field(label)
    let id = try #require(try await chromium.attribute("id", of: field))
    try await chromium.evaluate(
      """
      (() => {
        const field = document.getElementById(\(Chromium.literal(id)))
        field.value = \(Chromium.literal(value))
        for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }))
      })()
      """)
  }

  @Test(arguments: withAndWithoutScripts)
  func `Values are chosen, rejected, and corrected`(javaScript: Bool) async throws {
    try await visit(javaScript: javaScript) { chromium in
      #expect(try await chromium.value(of: "Arrival") == "2030-05-03T09:30")
      #expect(try await chromium.value(of: "Volume") == "40")
      #expect(try await chromium.value(of: "Tone") == "#3a735c")
      try await choose(chromium, "Arrival", "2030-06-02T10:00")
      try await chromium.fill("Price", with: "2,53")
      try await chromium.apply()
      #expect(try await chromium.value(of: "Arrival") == "2030-06-02T10:00")
      let limit = try #require(try await chromium.problem(of: "Arrival"))
      #expect(limit.hasPrefix("The latest possible choice is "))
      #expect(try await chromium.value(of: "Price") == "2,53")
      #expect(
        try await chromium.problem(of: "Price")
          == "Enter a possible number. The nearest ones are 2.5 and 2.55.")
      try await choose(chromium, "Arrival", "2030-05-10T18:00")
      try await chromium.fill("Price", with: "2,55")
      try await choose(chromium, "Departure", "2030-05-12")
      try await choose(chromium, "Volume", "55")
      try await choose(chromium, "Tone", "#112233")
      // As long as the focus is in a field, its text stays as it was typed.
      if javaScript { try await chromium.press("\u{E004}") }
      try await chromium.apply()
      try await chromium.reload()
      #expect(try await chromium.value(of: "Arrival") == "2030-05-10T18:00")
      #expect(try await chromium.value(of: "Price") == "2.55")
      #expect(try await chromium.value(of: "Departure") == "2030-05-12")
      #expect(try await chromium.value(of: "Departure time") == "00:00")
      #expect(try await chromium.value(of: "Volume") == "55")
      #expect(try await chromium.value(of: "Tone") == "#112233")
      #expect(try await chromium.problem(of: "Price") == nil)
    }
  }

  /// The texts that browsers submit for untouched fields are those that the server expects.
  @Test func `An untouched page submits no changes`() async throws {
    try await visit(javaScript: false) { chromium in
      try await chromium.click("Apply")
      let names = try await chromium.evaluate(
        """
        [...document.querySelectorAll(".input:not(:disabled)")]
          .filter((field) => field.value !== field.defaultValue).map((field) => field.id)
        """
      ).array.compactMap(\.string)
      #expect(names == [])
    }
  }

  @Test(arguments: [320, 1280])
  func `The fields fit into the window and have no accessibility problems`(
    width: Int
  ) async throws {
    try await visit(javaScript: true, width: width) { chromium in
      #expect(try await chromium.overflow == [])
      let violations = Chromium.hasRules ? try await chromium.violations() : []
      #expect(violations == [])
    }
  }
}
