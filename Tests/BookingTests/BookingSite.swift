import Cairn
import CairnServer
import CairnSessions
import CairnTesting
import Foundation
import GRDB
import Testing
import Ways

@testable import Booking

/// A server of the booking sample with a database in memory, on a Monday before the house opens.
struct BookingSite {
  /// Monday, November 23, 2026, at 7:00 in the house.
  static let now = Date(timeIntervalSince1970: 1_795_413_600)
  static let password = "correct horse battery staple"

  let flow: FlowSite
  let database: HouseDatabase

  /// - Parameter prefix: The path below which the server serves everything.
  init(prefix: String = "") throws {
    let database = try HouseDatabase()
    self.database = database
    var settings = ServerSettings()
    settings.pathPrefix = prefix
    flow = try FlowSite(
      settings: settings, isJudged: true,
      leftovers: {
        let titles = try? database.writer.read { try Reservation.fetchAll($0).map(\.title) }
        return ["bookings": "\(titles ?? [])"]
      },
      make: { settings, sessions in
        try BookingServer.server(settings, sessions, database) { $0.date.now = Self.now }
      })
  }

  /// Creates a user, who signs up.
  func member(
    _ name: String, at location: String = "/", in words: Words = Words.all[0]
  ) async throws -> FlowUser {
    let user = try await flow.user(at: location)
    if words.tag != "en" { try await user.click(words.name) }
    try await user.fill(words("Name"), with: name)
    try await user.fill(words("Password"), with: Self.password)
    try await user.click(words("Sign up"))
    return user
  }

  /// Stores a booking of the first room on Monday.
  @discardableResult
  func book(_ title: String, _ hours: Range<Int> = 9..<10, note: String = "") async throws
    -> Reservation
  {
    try await database.writer.write {
      try $0.execute(literal: "INSERT INTO member VALUES ('ben', '') ON CONFLICT DO NOTHING")
    }
    let new = Reservation(
      room: .birch, member: "ben", title: title, note: note,
      start: Self.now.atHouseHour(hours.lowerBound), end: Self.now.atHouseHour(hours.upperBound))
    let other = try await withDependencies {
      $0.idempotencyKey = IdempotencyKey(title)
    } operation: {
      try await database.book(new)
    }
    #expect(other == nil)
    return try #require(
      try database.reservations(of: .birch, in: Week(containing: Self.now).range)
        .first { $0.title == title })
  }
}
