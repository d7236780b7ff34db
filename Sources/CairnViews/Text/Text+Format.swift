import CairnTexts
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
    self.init(
      verbatim: format.text(of: value, in: environment.locale, timeZone: environment.timeZone))
  }
}
