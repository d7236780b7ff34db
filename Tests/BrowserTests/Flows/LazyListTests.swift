import CairnServer
import Testing

@testable import WebDriver

@Suite("Browser: a list that's loaded page by page")
struct LazyListTests {
  private func visit(_ body: @Sendable (Chromium) async throws -> Void) async throws {
    try await ServerOfTest.run { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/", FeedApp.self) }
    } test: { server in
      try await Chromium.run(Chromium.Options()) { chromium in
        try await chromium.open(server.origin() + "/")
        try await chromium.settle()
        try await body(chromium)
        #expect(try await chromium.complaints == [])
      }
    }
  }

  /// The number of rows in the list.
  private func count(_ chromium: Chromium) async throws -> Double? {
    try await chromium.evaluate("document.querySelectorAll('.lazy-list li').length").number
  }

  /// Scrolls to the end of the page, and waits until the list has a number of rows.
  private func scroll(until number: Double, _ chromium: Chromium) async throws {
    try await chromium.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    try await chromium.waitFor("\(number) rows") { try await count(chromium) == number }
    try await chromium.settle()
    #expect(try await count(chromium) == number)
  }

  @Test func `Scrolling near the end loads each page once`() async throws {
    try await visit { chromium in
      #expect(try await count(chromium) == 100)
      try await scroll(until: 200, chromium)
      try await scroll(until: 250, chromium)
      #expect(try await !chromium.hasControl("Show more"))
    }
  }

  @Test func `Loading on scroll keeps the focus, unsent text, and messages`() async throws {
    try await visit { chromium in
      try await chromium.click("Greet")
      #expect(try await chromium.text.contains("Hello."))
      try await chromium.evaluate(
        """
        (() => {
          const field = document.querySelector("input[type=text]")
          field.focus({ preventScroll: true })
          field.value = "Not sent"
        })()
        """)
      try await scroll(until: 200, chromium)
      #expect(
        try await chromium.evaluate(
          "document.activeElement.value === 'Not sent' && document.activeElement.type === 'text'"
        ).bool == true)
      #expect(try await chromium.text.contains("Hello."))
    }
  }
}
