import Foundation

/// The round dates in a range of seconds since 1970, such as the first days of months.
struct ChartDates {
  /// The possible seconds, which are the years 1 to 9999.
  static let limits = -62_135_596_800.0...253_402_300_799.0

  private enum Unit {
    case minutes, days, months, years
  }

  /// The units from a minute to 1,000 years, with their seconds.
  private static let units: [(unit: Unit, count: Int, seconds: Double)] =
    [1, 5, 15, 30, 60, 180, 360].map { (.minutes, $0, Double($0) * 60) }
    + [1, 2, 7, 14].map { (.days, $0, Double($0) * 86_400) }
    + [1, 3, 6].map { (.months, $0, Double($0) * 2_629_746) }
    + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map { (.years, $0, Double($0) * 31_556_952) }

  let scale: ChartScale
  let calendar: Calendar
  private let unit: (unit: Unit, count: Int, seconds: Double)

  init(_ scale: ChartScale, in timeZone: TimeZone) {
    self.scale = scale
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
    let span = scale.high - scale.low
    unit = Self.units.first { span / $0.seconds <= 7 } ?? Self.units[Self.units.count - 1]
  }

  /// The round dates in the range, as seconds since 1970. There are at most 20.
  var ticks: [Double] {
    var ticks: [Double] = []
    var number = 0
    while ticks.count < 20, number < 64, let tick = tick(number) {
      if tick > scale.high { break }
      if tick >= scale.low { ticks.append(tick) }
      number += 1
    }
    return ticks
  }

  /// Returns a round date, of which the first one is close to the start of the range.
  private func tick(_ number: Int) -> Double? {
    let low = Date(timeIntervalSince1970: scale.low)
    let day = calendar.startOfDay(for: low)
    var first: Date?
    switch unit.unit {
    case .minutes:
      let skipped = floor((scale.low - day.timeIntervalSince1970) / unit.seconds)
      return day.timeIntervalSince1970 + (skipped + Double(number)) * unit.seconds
    case .days:
      return calendar.date(byAdding: .day, value: number * unit.count, to: day)?
        .timeIntervalSince1970
    case .months:
      var parts = calendar.dateComponents([.era, .year, .month], from: low)
      parts.month = ((parts.month ?? 1) - 1) / unit.count * unit.count + 1
      first = calendar.date(from: parts)
    case .years:
      var parts = calendar.dateComponents([.era, .year], from: low)
      parts.year = max(1, (parts.year ?? 1) / unit.count * unit.count)
      first = calendar.date(from: parts)
    }
    guard let first else { return nil }
    return calendar.date(
      byAdding: unit.unit == .months ? .month : .year, value: number * unit.count, to: first)?
      .timeIntervalSince1970
  }

  /// The texts of the round dates in a locale.
  func texts(in locale: Locale) -> [String] {
    var style = Date.FormatStyle(locale: locale, timeZone: calendar.timeZone)
    style =
      switch unit.unit {
      case .minutes: style.hour().minute()
      case .days: style.day().month(.abbreviated)
      case .months: style.month(.abbreviated).year()
      case .years: style.year()
      }
    return ticks.map { style.format(Date(timeIntervalSince1970: $0)) }
  }
}
