public import Foundation

extension Text {
  /// Creates a text with a formatted value, in the locale and time zone of the user.
  ///
  /// ```swift
  /// Text(order.date, format: .dateTime.day().month())
  /// Text(order.total, format: .currency(code: "EUR"))
  /// Text(order.names, format: .list(type: .and))
  /// Text(Int64(file.size), format: .byteCount(style: .file))
  /// ```
  /// The locale is the environment's, even if `format` has another one. A date is in the environment's time zone, unless
  /// `format` has another one than the system's.
  /// - Parameters:
  ///   - value: The value.
  ///   - format: The format of the value.
  public init<Format: FormatStyle>(_ value: Format.FormatInput, format: Format)
  where Format.FormatOutput == String {
    let environment = EnvironmentValues.current
    if var style = format as? Date.FormatStyle, let date = value as? Date {
      if style.timeZone == .autoupdatingCurrent { style.timeZone = environment.timeZone }
      self.init(verbatim: style.locale(environment.locale).format(date))
    } else {
      self.init(verbatim: format.locale(environment.locale).format(value))
    }
  }
}
