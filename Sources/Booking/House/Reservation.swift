import Foundation
import GRDB

/// A booking of a room.
struct Reservation: Codable, Equatable, Identifiable, Sendable, FetchableRecord, TableRecord {
  /// The key in the database, or 0 before the booking is stored.
  var id = 0
  let room: Room
  let member: String
  let title: String
  let note: String
  let start: Date
  let end: Date
}

/// A member's comment on a booking.
struct Comment: Codable, Equatable, Identifiable, Sendable, FetchableRecord, TableRecord {
  let id: Int
  let reservation: Int
  let member: String
  let text: String
  let date: Date
}
