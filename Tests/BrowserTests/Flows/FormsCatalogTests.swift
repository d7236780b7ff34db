import Testing

@testable import WebDriver

@Suite("Browser: pickers, texts around fields, and messages")
struct FormsCatalogTests {
  /// The ID of the element with the focus.
  private func focusedID(_ chromium: Chromium) async throws -> String? {
    try await chromium.evaluate("document.activeElement?.id ?? ''").string
  }

  private func idOf(_ label: String, _ chromium: Chromium) async throws -> String? {
    try await chromium.attribute("id", of: chromium.field(label))
  }

  @Test(arguments: Chromium.Options.every)
  func `Invalid fields are listed, and a link leads to its field`(
    options: Chromium.Options
  ) async throws {
    try await SamplesSite.visit("/forms", options) { chromium in
      try await chromium.click("Save")
      #expect(try await chromium.text.contains("Correct these 4 fields:"))
      // The first invalid field has the focus.
      let name = try await idOf("Name", chromium)
      try await chromium.waitFor("the focus") { try await focusedID(chromium) == name }
      try await chromium.click("City: Choose a city.", leavesPage: false)
      let city = try await idOf("City", chromium)
      try await chromium.waitFor("the focus") { try await focusedID(chromium) == city }
      try await chromium.fill("Name", with: "Ada")
      try await chromium.choose("City", "Kyoto")
      try await chromium.set("Gift", to: true)
      try await chromium.set("Train", to: true)
      try await chromium.click("Save")
      #expect(try await chromium.text.contains("Saved: Ada, Kyoto, Gift, Train"))
      #expect(try await !chromium.text.contains("Correct"))
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `A message is gone as soon as the value is corrected`(
    options: Chromium.Options
  ) async throws {
    try await SamplesSite.visit("/forms", options) { chromium in
      try await chromium.click("Save")
      try await chromium.set("Gift", to: true)
      try await chromium.settle()
      #expect(try await chromium.text.contains("Correct these 3 fields:"))
      try await chromium.set("Gift", to: false)
      try await chromium.settle()
      #expect(try await chromium.text.contains("Correct these 4 fields:"))
      #expect(try await chromium.text.contains("Tags: Choose at least one tag."))
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `A text editor grows with its text up to a limit`(options: Chromium.Options) async throws {
    try await SamplesSite.visit("/forms", options) { chromium in
      func height() async throws -> Double {
        try await chromium.box("textarea[data-rows]").height
      }
      let empty = try await height()
      try await chromium.fill("Note", with: "1\n2\n3\n4")
      let four = try await height()
      try await chromium.fill("Note", with: "1\n2\n3\n4\n5\n6\n7\n8\n9\n10")
      let ten = try await height()
      // Browsers without `field-sizing` keep the height.
      let grows = try await chromium.evaluate("CSS.supports('field-sizing', 'content')").bool
      if grows == true {
        #expect(empty < four && four < ten)
        #expect(ten < four * 2)
      } else {
        #expect(empty == ten)
      }
    }
  }

  @Test func `The form follows all rules in its states`()
    async throws
  {
    for options in [Chromium.Options(), Chromium.Options(width: 390)] {
      try await SamplesSite.visit("/forms", options) { chromium in
        let violations = try await chromium.violations()
        #expect(violations == [])
        try await chromium.click("Save")
        let invalid = try await chromium.violations()
        #expect(invalid == [])
      }
    }
  }
}
