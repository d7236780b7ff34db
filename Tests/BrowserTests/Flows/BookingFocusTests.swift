import Cairn
import CairnServer
import Foundation
import Testing

@testable import Booking
@testable import WebDriver

/// The focus in the booking sample, on a Monday before the house opens.
@Suite("Browser: focus in the booking sample")
struct BookingFocusTests {
  /// Monday, November 23, 2026, at 7:00 in the house.
  private static let now = Date(timeIntervalSince1970: 1_795_413_600)

  /// Signs a member up, and shows the week.
  private func visit(
    _ options: Chromium.Options, _ body: @Sendable (Chromium) async throws -> Void
  ) async throws {
    let database = try HouseDatabase()
    try await ServerOfTest.run { settings, sessions in
      try BookingServer.server(settings, sessions, database) { $0.date.now = Self.now }
    } test: { server in
      try await Chromium.run(options) { chromium in
        try await chromium.open(server.origin())
        try await chromium.fill("Name", with: "Ann")
        try await chromium.fill("Password", with: "correct horse battery staple")
        try await chromium.click("Sign up")
        try await chromium.waitFor("the week") { try await chromium.heading == "Rooms" }
        try await body(chromium)
        #expect(try await chromium.complaints == [])
      }
    }
  }

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

  private func press(_ path: String, in chromium: Chromium) async throws {
    let link = try await chromium.element(
      xpath: "//a[starts-with(@href, '\(path)')][\(XPath.operable)]")
    try await chromium.perform(leavesPage: true) { try await chromium.click(link) }
  }

  @Test(arguments: Chromium.Options.every)
  func `After booking, the focus is on the booking that has replaced the hour`(
    options: Chromium.Options
  ) async throws {
    try await visit(options) { chromium in
      try await press("/new/2026-11-24-10", in: chromium)
      try await chromium.fill("Title", with: "Review")
      try await chromium.click("Book")
      try await chromium.waitFor("the week") { try await chromium.heading == "Rooms" }
      try await expect("/bookings/1", in: chromium)
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `A button that chooses the language keeps the focus`(options: Chromium.Options) async throws
  {
    try await visit(options) { chromium in
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
