import Foundation

/// A minute of a day, as a clock on the wall and a calendar show it.
///
/// The calendar is the Gregorian calendar, as in the dates of HTML, also before 1582.
struct LocalTime: Equatable, Comparable, Sendable {
  /// The number of days since January 1, 1970.
  var day: Int
  /// The number of minutes since midnight, from 0 to 1439.
  var minute: Int

  static func < (one: Self, other: Self) -> Bool {
    (one.day, one.minute) < (other.day, other.minute)
  }

  /// Creates the local time of a date, or returns `nil` if its year isn't between 1 and 9999.
  init?(_ date: Date, in timeZone: TimeZone) {
    let seconds = date.timeIntervalSince1970
    // These are the first and last seconds of the years, with a day on both sides.
    guard seconds > -62_135_683_200, seconds < 253_402_387_200 else { return nil }
    let local = Int(seconds.rounded(.down)) + timeZone.secondsFromGMT(for: date)
    let time = local.quotientAndRemainder(dividingBy: 86_400)
    day = time.remainder < 0 ? time.quotient - 1 : time.quotient
    minute = (local - day * 86_400) / 60
    guard (1...9999).contains(Self.date(of: day).year) else { return nil }
  }

  /// Creates a local time.
  init(day: Int, minute: Int) {
    self.day = day
    self.minute = minute
  }

  /// Returns the dates that have this local time, in order.
  ///
  /// There's usually one. There are two if clocks are set back. The result is empty if clocks are set forward over the
  /// time.
  func dates(in timeZone: TimeZone) -> [Date] {
    let local = Double(day * 86_400 + minute * 60)
    // The offset changes at most once within two days.
    let offsets = [-86_400.0, 86_400].map {
      timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: local + $0))
    }
    var dates: [Date] = []
    for offset in Set(offsets) {
      let date = Date(timeIntervalSince1970: local - Double(offset))
      if timeZone.secondsFromGMT(for: date) == offset { dates.append(date) }
    }
    return dates.sorted()
  }

  /// The first date that has this local time or, if clocks are set forward over it, a later one of the same day.
  func firstDate(in timeZone: TimeZone) -> Date {
    for minute in minute..<1440 {
      if let date = LocalTime(day: day, minute: minute).dates(in: timeZone).first { return date }
    }
    // The whole rest of the day is left out, as on a day that a place on the date line has skipped.
    return LocalTime(day: day + 1, minute: 0).dates(in: timeZone).first
      ?? Date(timeIntervalSince1970: Double(day * 86_400 + minute * 60))
  }

  // MARK: Texts

  /// The day, such as `2026-05-03`.
  var dayText: String {
    let date = Self.date(of: day)
    return "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))"
  }

  /// The time, such as `09:30`.
  var minuteText: String { "\(padded(minute / 60)):\(padded(minute % 60))" }

  /// Returns the day of a text such as `2026-05-03`, or `nil` if it isn't one.
  static func day(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, let year = number(parts[0], 4),
      let month = number(parts[1], 2), let day = number(parts[2], 2), year > 0,
      (1...12).contains(month), day > 0
    else { return nil }
    let result = self.day(year: year, month: month, day: day)
    // April 31 would be May 1.
    return date(of: result).month == month ? result : nil
  }

  /// Returns the minute of a text such as `09:30`, or `nil` if it isn't one. Seconds are ignored.
  static func minute(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let hour = number(parts[0], 2),
      let minute = number(parts[1], 2), parts[1].utf8.count == 2, hour < 24, minute < 60
    else { return nil }
    if parts.count == 3 {
      let seconds = parts[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard let second = number(seconds[0], 2), second < 60,
        seconds.dropFirst().allSatisfy({ number($0, 9) != nil })
      else { return nil }
    }
    return hour * 60 + minute
  }

  private static func number(_ text: some StringProtocol, _ digits: Int) -> Int? {
    guard (1...digits).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  private func padded(_ number: Int, _ digits: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  // MARK: Calendar

  /// Returns the year, month, and day of a number of days since 1970.
  ///
  /// See Howard Hinnant's “chrono-Compatible Low-Level Date Algorithms”. Its years begin in March, so that the day
  /// of a leap year is the last one.
  private static func date(of days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  private static func day(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
