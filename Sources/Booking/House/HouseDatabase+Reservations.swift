import Cairn
import Foundation
import GRDB

extension HouseDatabase {
  /// The bookings of a room that begin in a range, in the order of their times.
  func reservations(of room: Room, in range: Range<Date>) throws -> [Reservation] {
    try writer.read { db in
      try Reservation.filter(Column("room") == room)
        .filter(Column("start") >= range.lowerBound && Column("start") < range.upperBound)
        .order(Column("start")).fetchAll(db)
    }
  }

  func reservation(_ id: Reservation.ID) throws -> Reservation? {
    try writer.read { try Reservation.fetchOne($0, key: id) }
  }

  /// Stores a booking. Returns the booking that overlaps it, if there is one.
  func book(_ new: Reservation) async throws -> Reservation? {
    @Dependency(\.idempotencyKey) var key
    return try await writer.write { [key = key.text] db in
      // A browser can repeat a form, which must not find its own booking in the way.
      guard try Reservation.filter(Column("key") == key).isEmpty(db) else { return nil }
      let other = try Reservation.filter(Column("room") == new.room)
        .filter(Column("start") < new.end && Column("end") > new.start)
        .order(Column("start")).fetchOne(db)
      if let other { return other }
      try db.execute(
        literal: """
          INSERT INTO reservation (key, room, member, title, note, start, "end") VALUES (
            \(key), \(new.room), \(new.member), \(new.title), \(new.note), \(new.start), \(new.end))
          """)
      return nil
    }
  }

  /// Deletes a booking, if it's the member's own.
  func cancel(_ id: Reservation.ID, by member: String) async throws {
    _ = try await writer.write {
      try Reservation.filter(key: id).filter(Column("member") == member).deleteAll($0)
    }
  }

  func comments(on id: Reservation.ID) throws -> [Comment] {
    try writer.read {
      try Comment.filter(Column("reservation") == id).order(Column("id")).fetchAll($0)
    }
  }

  func comment(on id: Reservation.ID, _ member: String, _ text: String) async throws {
    @Dependency(\.idempotencyKey) var key
    @Dependency(\.date.now) var now
    try await writer.write { [key = key.text, date = now] db in
      try db.execute(
        literal: """
          INSERT INTO comment (key, reservation, member, text, date)
          VALUES (\(key), \(id), \(member), \(text), \(date)) ON CONFLICT (key) DO NOTHING
          """)
    }
  }

  /// An element now, and another one after each change of bookings or comments.
  func changes() -> AsyncThrowingStream<Int, any Error> {
    ValueObservation
      .tracking(region: Reservation.all(), Comment.all(), fetch: Reservation.fetchCount)
      .values(in: writer, bufferingPolicy: .bufferingNewest(1)).eraseToThrowingStream()
  }
}
