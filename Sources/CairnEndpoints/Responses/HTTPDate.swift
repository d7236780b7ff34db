#if canImport(Glibc)
  import Glibc
#endif

/// Dates in header fields, as specified by RFC 9110, section 5.6.7.
enum HTTPDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns a time in seconds since 1970 as a date, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func text(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    let day = days[Int(parts.tm_wday)]
    let date = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(Int(parts.tm_year) + 1900)"
    return "\(day), \(date) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Returns the time of a date in seconds since 1970, or `nil` if it isn't valid.
  ///
  /// Two obsolete formats are also read: `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
  static func seconds(_ text: String) -> Int? {
    guard text.utf8.count < 64 else { return nil }
    let parts = text.split { $0 == " " || $0 == "," || $0 == "-" }
    switch parts.count {
    case 6 where parts[5] == "GMT":
      return seconds(day: parts[1], month: parts[2], year: parts[3], time: parts[4])
    case 5: return seconds(day: parts[2], month: parts[1], year: parts[4], time: parts[3])
    default: return nil
    }
  }

  private static func seconds(
    day: Substring, month: Substring, year: Substring, time: Substring
  ) -> Int? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
    guard let day = number(day), let month = months.firstIndex(where: { $0 == month }),
      var yearNumber = number(year), clock.count == 3, let hour = clock[0], let minute = clock[1],
      let second = clock[2], 1...31 ~= day, hour < 24, minute < 60, second <= 60
    else { return nil }
    // Two digits are a year of the last fifty years or of the future, as seen when this format was in use.
    if year.utf8.count == 2 { yearNumber += yearNumber < 70 ? 2000 : 1900 }
    guard 1970...9999 ~= yearNumber else { return nil }
    var parts = tm()
    parts.tm_year = Int32(yearNumber - 1900)
    parts.tm_mon = Int32(month)
    parts.tm_mday = Int32(day)
    parts.tm_hour = Int32(hour)
    parts.tm_min = Int32(minute)
    parts.tm_sec = Int32(second)
    return Int(timegm(&parts))
  }

  /// Returns a number of at most four digits.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.count <= 4 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
  }
}
