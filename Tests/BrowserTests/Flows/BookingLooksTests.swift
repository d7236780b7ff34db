import Cairn
import CairnServer
import Foundation
import Testing

@testable import Booking
@testable import WebDriver

/// The pages of the booking sample, on a Monday before the house opens.
@Suite("Browser: appearance of the booking sample")
struct BookingLooksTests {
  /// Monday, November 23, 2026, at 7:00 in the house.
  private static let now = Date(timeIntervalSince1970: 1_795_413_600)

  private func visit(
    _ window: Window, _ body: @Sendable (Chromium, String) async throws -> Void
  ) async throws {
    let database = try HouseDatabase()
    let server = try ServerOfTest { settings, sessions in
      try BookingServer.server(settings, sessions, database) { $0.date.now = Self.now }
    }
    let options = Chromium.Options(
      javaScript: false, width: window.width, height: window.height, isDark: window.isDark,
      isTouch: window.isTouch)
    do {
      try await Chromium.run(options) { chromium in
        try await body(chromium, "http://127.0.0.1:\(server.port)")
        #expect(try await chromium.complaints == [])
      }
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test(arguments: Window.all, [false, true])
  func `Every page fits, is readable, and is easy to touch`(
    window: Window, isGerman: Bool
  ) async throws {
    try await visit(window) { chromium, origin in
      @Sendable func look(at name: String) async throws {
        let isLayered = try await !chromium.dialogs.isEmpty
        let file = "booking-\(name)-\(isGerman ? "de" : "en")-\(window.testDescription)"
        try await chromium.screenshot(file, ofWindow: isLayered)
        #expect(try await chromium.overflow == [], "\(name)")
        #expect(try await chromium.faintTexts == [], "\(name)")
        if window.isTouch { #expect(try await chromium.smallTargets == [], "\(name)") }
      }
      try await chromium.open("\(origin)/new/2026-11-24-10")
      if isGerman { try await chromium.click("Deutsch") }
      try await chromium.fill("Name", with: "Ann Example")
      try await chromium.click(isGerman ? "Registrieren" : "Sign up")
      try await look(at: "sign-in")
      try await chromium.fill(
        isGerman ? "Passwort" : "Password", with: "correct horse battery staple")
      try await chromium.click(isGerman ? "Registrieren" : "Sign up")
      try await chromium.click(isGerman ? "Buchen" : "Book")
      try await look(at: "form")
      try await chromium.fill(isGerman ? "Titel" : "Title", with: "Review of the quarter")
      try await chromium.fill(isGerman ? "Notiz" : "Note", with: "Bring the figures.")
      try await chromium.click(isGerman ? "Buchen" : "Book")
      try await look(at: "week")
      try await chromium.open("\(origin)/bookings/1")
      try await chromium.fill(isGerman ? "Kommentar" : "Comment", with: "I’ll bring cake.")
      try await chromium.click(isGerman ? "Kommentieren" : "Add comment")
      try await look(at: "details")
    }
  }
}
