import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: the counters sample with models")
struct CountersTests {
  @Test(arguments: withAndWithoutScripts)
  func `Counters can be counted and removed, and show facts`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/", of: site)
      try await chromium.click("Counters")
      #expect(try await chromium.heading == "Counters")
      try await chromium.click("Add counter")
      try await chromium.click("Increment counter 1")
      try await chromium.click("Increment counter 1")
      #expect(try await chromium.text.contains("Sum: 2"))
      try await chromium.click("Fact")
      #expect(try await chromium.dialogs == ["Fact about 2"])
      #expect(try await chromium.path == "/counters/facts/2")
      try await chromium.click("Close")
      #expect(try await chromium.dialogs == [])
      try await chromium.click("Decrement counter 1")
      // The script doesn't add a history entry if only numbers change.
      if !javaScript { try await chromium.back() }
      try await chromium.click("Remove")
      #expect(try await chromium.text.contains("Sum: 0"))
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A failed fact request presents an alert`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/counters", of: site)
      try await chromium.click("Add counter")
      try await chromium.click("Decrement counter 1")
      try await chromium.click("Fact")
      #expect(try await chromium.dialogs == ["Couldn't load a fact"])
      try await chromium.click("OK")
      #expect(try await chromium.dialogs == [])
    }
  }
}
