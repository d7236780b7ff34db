import Cairn
import Foundation

/// A week of ISO 8601, such as `2026-W48` in a URL.
struct Week: Codable, Hashable, RouteValue {
  let year: Int
  let number: Int

  init(containing date: Date) {
    year = House.calendar.component(.yearForWeekOfYear, from: date)
    number = House.calendar.component(.weekOfYear, from: date)
  }

  init?(routeSegment: String) {
    let parts = routeSegment.components(separatedBy: "-W").compactMap { Int($0) }
    guard parts.count == 2, (2000...2999).contains(parts[0]), (1...53).contains(parts[1]),
      let date = Self.monday(of: parts[0], parts[1])
    else { return nil }
    self.init(containing: date)
    // Each week has only one text, and some years don't have a week 53.
    guard self.routeSegment == routeSegment else { return nil }
  }

  var routeSegment: String { "\(year)-W\(number)" }

  /// The midnight at which the week begins.
  var start: Date { Self.monday(of: year, number) ?? .distantPast }

  /// The time from this Monday to the next one.
  var range: Range<Date> { start..<moved(by: 1).start }

  /// The midnights at which the working days begin.
  var days: [Date] {
    (0..<5).compactMap { House.calendar.date(byAdding: .day, value: $0, to: start) }
  }

  func moved(by weeks: Int) -> Week {
    Week(containing: start.addingTimeInterval(Double(weeks) * 604_800 + 43_200))
  }

  private static func monday(of year: Int, _ number: Int) -> Date? {
    House.calendar.date(
      from: DateComponents(weekday: 2, weekOfYear: number, yearForWeekOfYear: year))
  }
}
