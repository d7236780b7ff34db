import CairnTexts
import Foundation

/// Converts between dates and the texts of a ``DatePicker``'s field, which are dates and times in HTML.
struct DateRules {
  let components: DatePickerComponents
  let earliest: Date?
  let latest: Date?
  let timeZone: TimeZone
  /// The locale of the limits in messages.
  let locale: Locale?

  private var hasDay: Bool { components.contains(.date) }
  private var hasTime: Bool { components.contains(.hourAndMinute) }

  /// The type of the input.
  var inputType: StaticString {
    switch (hasDay, hasTime) {
    case (true, false): "date"
    case (false, true): "time"
    default: "datetime-local"
    }
  }

  /// Returns the text of a date. It's empty if the year isn't between 1 and 9999.
  func text(of date: Date) -> String { LocalTime(date, in: timeZone).map(text) ?? "" }

  private func text(of time: LocalTime) -> String {
    switch (hasDay, hasTime) {
    case (true, false): time.dayText
    case (false, true): time.minuteText
    default: "\(time.dayText)T\(time.minuteText)"
    }
  }

  /// Returns the limits as the browser needs them.
  /// - Parameter current: The selected date. A limit applies to its time only if it's on the same day.
  func limits(around current: Date?) -> (min: String?, max: String?) {
    let day = current.flatMap { LocalTime($0, in: timeZone) }?.day
    func text(of limit: Date?) -> String? {
      guard let limit, let time = LocalTime(limit, in: timeZone), hasDay || time.day == day else {
        return nil
      }
      return self.text(of: time)
    }
    return (text(of: earliest), text(of: latest))
  }

  /// The reason that a text isn't a possible date.
  struct Refusal: Error {
    let message: SystemText
  }

  /// Returns the date of a text that isn't empty.
  ///
  /// Parts that the field doesn't show are kept from the selected date. Without a selected date, the day is today, and
  /// the time is the beginning of the day.
  /// - Parameters:
  ///   - typed: The text, without white space around it.
  ///   - current: The selected date.
  ///   - now: Returns the current date.
  func date(_ typed: String, instead current: Date?, now: () -> Date) throws(Refusal) -> Date {
    // The field doesn't show seconds, and can't distinguish the two times of an hour that's repeated.
    if let current, text(of: current) == typed { return current }
    let typed = typed.withASCIIDigits
    let shown = current.flatMap { LocalTime($0, in: timeZone) }
    switch (hasDay, hasTime) {
    case (true, false):
      guard let day = LocalTime.day(typed) else {
        throw Refusal(message: .notDate(typed.shortened))
      }
      return try date(of: LocalTime(day: day, minute: shown?.minute ?? 0))
    case (false, true):
      guard let minute = LocalTime.minute(typed) else {
        throw Refusal(message: .notTime(typed.shortened))
      }
      let day = shown?.day ?? LocalTime(now(), in: timeZone)?.day ?? 0
      return try date(at: LocalTime(day: day, minute: minute))
    default:
      let parts = typed.split(maxSplits: 1) { $0 == "T" || $0 == "t" || $0 == " " }
      guard parts.count == 2, let day = LocalTime.day(parts[0]),
        let minute = LocalTime.minute(parts[1])
      else { throw Refusal(message: .notDateAndTime(typed.shortened)) }
      return try date(at: LocalTime(day: day, minute: minute))
    }
  }

  /// Returns the date on a day that the user has chosen, with a time that the user hasn't chosen.
  private func date(of time: LocalTime) throws(Refusal) -> Date {
    let date = time.firstDate(in: timeZone)
    if let earliest, let first = LocalTime(earliest, in: timeZone) {
      if time.day < first.day { throw tooEarly(earliest, on: time.day) }
      if date < earliest { return earliest }
    }
    if let latest, let last = LocalTime(latest, in: timeZone) {
      if time.day > last.day { throw tooLate(latest, on: time.day) }
      if date > latest { return latest }
    }
    return date
  }

  /// Returns the date at a time that the user has chosen.
  private func date(at time: LocalTime) throws(Refusal) -> Date {
    let dates = time.dates(in: timeZone)
    guard let date = dates.first(where: isPossible) ?? dates.first else {
      throw Refusal(message: .timeSkipped(time.minuteText))
    }
    if let earliest {
      if isTooEarly(date) { throw tooEarly(earliest, on: time.day) }
      // The field doesn't show the seconds of the limit.
      if date < earliest { return earliest }
    }
    if let latest, date > latest { throw tooLate(latest, on: time.day) }
    return date
  }

  private func isPossible(_ date: Date) -> Bool {
    !isTooEarly(date) && latest.map { date <= $0 } ?? true
  }

  private func isTooEarly(_ date: Date) -> Bool {
    earliest.map { date.addingTimeInterval(60) <= $0 } ?? false
  }

  private func tooEarly(_ limit: Date, on day: Int) -> Refusal {
    Refusal(message: .dateTooEarly(earliest: text(of: limit, on: day)))
  }

  private func tooLate(_ limit: Date, on day: Int) -> Refusal {
    Refusal(message: .dateTooLate(latest: text(of: limit, on: day)))
  }

  /// Returns a limit as the user reads dates.
  private func text(of limit: Date, on day: Int) -> String {
    let isOnDay = LocalTime(limit, in: timeZone)?.day == day
    let style = Date.FormatStyle(
      date: hasDay || !isOnDay ? .long : .omitted, time: hasTime || !hasDay ? .shortened : .omitted,
      locale: locale ?? Locale(identifier: "en_US"), calendar: Calendar(identifier: .gregorian),
      timeZone: timeZone)
    return style.format(limit)
  }
}
