import Cairn
import CairnServer
import Foundation

@testable import Booking
@testable import WebDriver

/// A member's visit to the booking sample, on a Monday before the house opens.
enum BookingVisit {
  /// Monday, November 23, 2026, at 7:00 in the house.
  private static let now = Date(timeIntervalSince1970: 1_795_413_600)
  static let password = "correct horse battery staple"

  /// Signs the member Ann up, and runs a test that begins with the week.
  static func run(
    _ options: Chromium.Options = Chromium.Options(),
    _ body: @Sendable (Chromium) async throws -> Void
  ) async throws {
    let database = try HouseDatabase()
    try await ServerOfTest.run { settings, sessions in
      try BookingServer.server(settings, sessions, database) { $0.date.now = now }
    } test: { server in
      try await Chromium.run(options) { chromium in
        try await chromium.open(server.origin())
        try await chromium.fill("Name", with: "Ann")
        try await chromium.fill("Password", with: password)
        try await chromium.click("Sign up")
        try await chromium.waitFor("the week") { try await chromium.heading == "Rooms" }
        try await body(chromium)
      }
    }
  }

  /// Follows the link to a path.
  static func press(_ path: String, in chromium: Chromium) async throws {
    let link = try await chromium.element(
      xpath: "//a[starts-with(@href, '\(path)')][\(XPath.operable)]")
    try await chromium.perform(leavesPage: true) { try await chromium.click(link) }
  }

  /// Books a room on Tuesday at 10, which is the first booking.
  static func book(_ title: String, in chromium: Chromium) async throws {
    try await press("/new/2026-11-24-10", in: chromium)
    try await chromium.fill("Title", with: title)
    try await chromium.click("Book")
    try await chromium.waitFor("the week") { try await chromium.heading == "Rooms" }
  }
}
