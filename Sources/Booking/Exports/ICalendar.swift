import Foundation

/// Bookings as a calendar, as specified by RFC 5545.
struct ICalendar {
  private(set) var text = ""

  /// - Parameter now: The date of the export.
  init(_ reservations: [Reservation], at now: Date) {
    append("BEGIN", "VCALENDAR")
    append("VERSION", "2.0")
    append("PRODID", "-//Cairn//Booking//EN")
    for reservation in reservations {
      append("BEGIN", "VEVENT")
      append("UID", "\(reservation.id)@booking.invalid")
      append("DTSTAMP", now.formatted(Self.time))
      append("DTSTART", reservation.start.formatted(Self.time))
      append("DTEND", reservation.end.formatted(Self.time))
      append("SUMMARY", Self.escaped(reservation.title))
      append("LOCATION", Self.escaped(reservation.room.name))
      if !reservation.note.isEmpty { append("DESCRIPTION", Self.escaped(reservation.note)) }
      append("END", "VEVENT")
    }
    append("END", "VCALENDAR")
  }

  /// Appends a property. Lines have at most 75 bytes, and each further line begins with a space.
  private mutating func append(_ name: String, _ value: String) {
    var length = 0
    for scalar in "\(name):\(value)".unicodeScalars {
      let size = UTF8.width(scalar)
      if length + size > 75 {
        text += "\r\n "
        length = 1
      }
      text.unicodeScalars.append(scalar)
      length += size
    }
    text += "\r\n"
  }

  private static let time = Date.ISO8601FormatStyle(
    dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt)

  /// A text without characters that have a meaning in the format, and without control characters.
  private static func escaped(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").unicodeScalars.map { scalar in
      switch scalar {
      case "\\", ";", ",": "\\\(scalar)"
      case "\n", "\r": "\\n"
      default: scalar.properties.generalCategory == .control ? " " : "\(scalar)"
      }
    }.joined()
  }
}
