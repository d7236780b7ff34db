import Cairn
import CairnPasswords
import Foundation
import GRDB
import Testing

@testable import Booking

/// The bookings and the accounts, without features.
struct HouseDatabaseTests {
  private let database: HouseDatabase

  init() throws {
    database = try HouseDatabase()
    try database.writer.write {
      try $0.execute(sql: "INSERT INTO member VALUES ('Ann', ''), ('Ben', '')")
    }
  }

  /// Books a room on Monday, and returns the booking in the way.
  private func book(
    _ title: String, _ hours: Range<Int>, in room: Room = .birch, key: String? = nil
  ) async throws -> Reservation? {
    let new = Reservation(
      room: room, member: "Ann", title: title, note: "",
      start: BookingSite.now.atHouseHour(hours.lowerBound),
      end: BookingSite.now.atHouseHour(hours.upperBound))
    return try await withDependencies {
      $0.idempotencyKey = IdempotencyKey(key ?? title)
    } operation: {
      try await database.book(new)
    }
  }

  /// The titles of the first room's bookings on Monday.
  private var titles: [String] {
    get throws {
      try database.reservations(of: .birch, in: Week(containing: BookingSite.now).range)
        .map(\.title)
    }
  }

  @Test(arguments: [9..<10, 10..<11, 9..<11, 8..<10, 10..<12, 8..<18])
  func `Bookings of a room can't overlap`(hours: Range<Int>) async throws {
    #expect(try await book("Review", 9..<11) == nil)
    let other = try await book("Planning", hours)
    #expect(other?.title == "Review")
    #expect(try titles == ["Review"])
    #expect(try await book("Planning", hours, in: .oak) == nil)
  }

  @Test func `A booking can begin when another one ends`() async throws {
    #expect(try await book("Review", 9..<11) == nil)
    #expect(try await book("Lunch", 11..<12) == nil)
    #expect(try await book("Standup", 8..<9) == nil)
    #expect(try titles == ["Standup", "Review", "Lunch"])
  }

  @Test func `A repeated form books once`() async throws {
    for _ in 1...2 { #expect(try await book("Review", 9..<11, key: "form") == nil) }
    #expect(try titles == ["Review"])
  }

  @Test func `A repeated form adds one comment`() async throws {
    #expect(try await book("Review", 9..<11) == nil)
    for _ in 1...2 {
      try await withDependencies {
        $0.idempotencyKey = IdempotencyKey("form")
        $0.date.now = BookingSite.now
      } operation: {
        try await database.comment(on: 1, "Ben", "Bring cake")
      }
    }
    #expect(try database.comments(on: 1).map(\.text) == ["Bring cake"])
  }

  @Test func `Members cancel only their own bookings`() async throws {
    #expect(try await book("Review", 9..<11) == nil)
    try await database.cancel(1, by: "Ben")
    #expect(try titles == ["Review"])
    try await database.cancel(1, by: "Ann")
    #expect(try titles == [])
  }

  @Test func `After too many attempts, members must wait`() async throws {
    let end = BookingSite.now.addingTimeInterval(5)
    try await withDependencies {
      $0.date.now = BookingSite.now
      $0.request = RequestInfo(clientAddress: "192.0.2.1")
    } operation: {
      let name = try await database.signUp("Cleo", Secret(BookingSite.password))
      #expect(name == "Cleo")
      for _ in 1...5 {
        await #expect(throws: SignInProblem.wrong) {
          try await database.signIn("Cleo", Secret("a guess"))
        }
      }
      // The right password isn't verified now.
      await #expect(throws: SignInProblem.mustWait(until: end)) {
        try await database.signIn("Cleo", Secret(BookingSite.password))
      }
    }
  }

  @Test func `Signing in replaces a weak hash`() async throws {
    let password = Secret(BookingSite.password)
    let weak = try await PasswordHasher(cost: 1).hash(password)
    try await database.writer.write {
      try $0.execute(literal: "INSERT INTO member VALUES ('Cleo', \(weak))")
    }
    let hasher = PasswordHasher(cost: 2)
    let name = try await withDependencies {
      $0.date.now = BookingSite.now
      $0.passwordHasher = hasher
      $0.request = RequestInfo(clientAddress: "192.0.2.1")
    } operation: {
      try await database.signIn("cleo", password)
    }
    #expect(name == "Cleo")
    let hash = try await database.writer.read {
      try String.fetchOne($0, sql: "SELECT passwordHash FROM member WHERE name = 'Cleo'")
    }
    #expect(hash != weak)
    #expect(try await hasher.verify(password, against: hash) == .right)
  }
}
