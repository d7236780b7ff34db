import Cairn
import Foundation
import GRDB

/// The house whose rooms can be booked.
enum House {
  /// The hours at which a booking can begin.
  static let hours = 8..<18
  /// The time zone of the rooms. All times of bookings are in this zone.
  static let timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt

  static var calendar: Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = timeZone
    return calendar
  }
}

/// A room, whose number is in URLs and in the database.
enum Room: Int, CaseIterable, Codable, DatabaseValueConvertible, RouteValue {
  case birch = 1
  case maple, oak

  var name: String { "\(self)".capitalized }

  var seats: Int { self == .birch ? 4 : self == .maple ? 8 : 20 }
}

extension FormatStyle where Self == Date.FormatStyle {
  /// A format for times of the house. Each page adds the locale of its user.
  static var house: Self { Date.FormatStyle(timeZone: House.timeZone) }
  /// The time of day in the house.
  static var houseTime: Self { house.hour().minute() }
}

extension Date {
  /// The hour of the day in the house.
  var houseHour: Int { House.calendar.component(.hour, from: self) }

  /// The beginning of an hour on the same day in the house.
  func atHouseHour(_ hour: Int) -> Date {
    House.calendar.date(bySettingHour: hour, minute: 0, second: 0, of: self) ?? self
  }
}
