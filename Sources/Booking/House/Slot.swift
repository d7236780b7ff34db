import Cairn
import Foundation

/// An hour of a working day in the house, such as `2026-11-23-10` in a URL.
struct Slot: Codable, Hashable, RouteValue {
  let start: Date

  init(_ start: Date) { self.start = start }

  init?(routeSegment: String) {
    let numbers = routeSegment.split(separator: "-").compactMap { Int($0) }
    guard numbers.count == 4, (2000...2999).contains(numbers[0]) else { return nil }
    let parts = DateComponents(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3])
    guard let date = House.calendar.date(from: parts), !House.calendar.isDateInWeekend(date),
      House.hours.contains(date.houseHour)
    else { return nil }
    self.init(date)
    // Each slot has only one text, and a text such as `2026-2-30-10` isn't a slot.
    guard self.routeSegment == routeSegment else { return nil }
  }

  var routeSegment: String {
    let parts = House.calendar.dateComponents([.year, .month, .day, .hour], from: start)
    return [parts.year, parts.month, parts.day, parts.hour].map { "\($0 ?? 0)" }
      .joined(separator: "-")
  }
}
