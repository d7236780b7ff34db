import Testing

@testable import WebDriver

/// The focus in the booking sample.
@Suite("Browser: focus in the booking sample")
struct BookingFocusTests {
  /// The address of the focused link without its query, or the text of another focused control.
  private func focus(in chromium: Chromium) async throws -> String {
    let value = try await chromium.evaluate(
      """
      (() => {
        const element = document.activeElement
        if (!element || element.matches("body, form, dialog")) return ""
        return element.pathname ?? element.textContent
      })()
      """)
    return value.string ?? ""
  }

  private func expect(_ control: String, in chromium: Chromium) async throws {
    // Browsers set the focus after loading the page.
    try await chromium.waitFor("a focus") { try await !focus(in: chromium).isEmpty }
    #expect(try await focus(in: chromium) == control)
  }

  @Test(arguments: Chromium.Options.every)
  func `After booking, the focus is on the booking that has replaced the hour`(
    options: Chromium.Options
  ) async throws {
    try await BookingVisit.run(options) { chromium in
      try await BookingVisit.book("Review", in: chromium)
      try await expect("/bookings/1", in: chromium)
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `A button that chooses the language keeps the focus`(options: Chromium.Options) async throws
  {
    try await BookingVisit.run(options) { chromium in
      for (button, tag) in [("Deutsch", "de"), ("English", "en")] {
        try await chromium.click(button)
        try await chromium.waitFor("the language") {
          try await chromium.evaluate("document.documentElement.lang").string == tag
        }
        try await chromium.settle()
        try await expect(button, in: chromium)
      }
    }
  }
}
