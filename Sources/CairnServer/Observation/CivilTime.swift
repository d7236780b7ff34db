/// A point in time as date and time of day, in UTC.
struct CivilTime {
  private let year: Int64
  private let month: Int64
  private let day: Int64
  /// The second of the day.
  private let second: Int64

  init(_ seconds: Int64) {
    let days = Int64((Double(seconds) / 86400).rounded(.down))
    second = seconds - days * 86400
    // The algorithm is `civil_from_days` from Howard Hinnant's "chrono-compatible low-level date algorithms".
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The text in the format of RFC 3339, such as `2026-11-21T02:29:58Z`.
  var internetText: String {
    "\(year)-\(two(month))-\(two(day))T\(clock)Z"
  }

  /// The text in the Common Log Format, such as `21/Nov/2026:02:29:58 +0000`.
  var commonLogText: String {
    "\(two(day))/\(Self.months[Int(month) - 1])/\(year):\(clock) +0000"
  }

  private var clock: String {
    "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
  }

  private func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
