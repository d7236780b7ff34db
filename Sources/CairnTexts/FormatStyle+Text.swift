package import Foundation

extension FormatStyle where FormatOutput == String {
  /// Returns a value in this format, in a locale. A date is in a time zone, unless the format has another one than the
  /// system's.
  /// - Parameter timeZone: The time zone, which is evaluated only if it's used. A page that reads the user's time zone
  ///   depends on it.
  package func text(
    of value: FormatInput, in locale: Locale, timeZone: @autoclosure () -> TimeZone
  ) -> String {
    guard var style = self as? Date.FormatStyle, let date = value as? Date else {
      return self.locale(locale).format(value)
    }
    if style.timeZone == .autoupdatingCurrent { style.timeZone = timeZone() }
    return style.locale(locale).format(date)
  }
}
