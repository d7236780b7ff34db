import Testing

@testable import WebDriver

@Suite("Browser: a page in the time zone of its user")
struct ZoneTests {
  @Test func `The first page is updated with the values that the script reports`() async throws {
    try await SamplesSite.visit("/", .init(isDark: true)) { chromium in
      try await chromium.devTools(
        "Emulation.setTimezoneOverride", ["timezoneId": "Asia/Tokyo"])
      let origin = try await chromium.evaluate("location.origin").string ?? ""
      try await chromium.open("\(origin)/zones")
      try await chromium.waitFor("the time zone") {
        try await chromium.text.contains("Zone: Asia/Tokyo")
      }
      #expect(try await chromium.text.contains("Scheme: dark"))
      // The next page has the values from the start, without a second request.
      try await chromium.open("\(origin)/zones")
      #expect(try await chromium.source.contains("cairn-browser=true:Asia/Tokyo;path=/"))
      #expect(try await chromium.text.contains("Zone: Asia/Tokyo"))
    }
  }
}
