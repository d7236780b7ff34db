public import CairnTexts
public import Foundation

extension TextField {
  /// Creates a field for a value that's formatted and parsed by `format`.
  ///
  /// If the format's parse strategy throws an error with a text for users, that's the message below the field.
  public init<Format: ParseableFormatStyle>(
    _ title: LocalizedStringKey, value: Binding<Format.FormatInput>, format: Format,
    prompt: LocalizedStringKey? = nil
  ) where Format.FormatOutput == String, Format.FormatInput: Equatable {
    self.init(title.string, value: value, format: format, prompt: prompt)
  }

  /// Creates a field for a value that's formatted and parsed by `format`.
  @_disfavoredOverload
  public init<Format: ParseableFormatStyle>(
    _ title: some StringProtocol, value: Binding<Format.FormatInput>, format: Format,
    prompt: LocalizedStringKey? = nil
  ) where Format.FormatOutput == String, Format.FormatInput: Equatable {
    self.init(
      String(title), prompt?.string, value,
      text: { Self.inLocale(format).format($0) }, parse: { try Self.parsed($0, by: format) })
  }

  /// Creates a field for an optional value that's formatted and parsed by `format`. Empty text or white space is
  /// `nil`.
  public init<Format: ParseableFormatStyle>(
    _ title: LocalizedStringKey, value: Binding<Format.FormatInput?>, format: Format,
    prompt: LocalizedStringKey? = nil
  ) where Format.FormatOutput == String, Format.FormatInput: Equatable {
    self.init(title.string, value: value, format: format, prompt: prompt)
  }

  /// Creates a field for an optional value that's formatted and parsed by `format`. Empty text or white space is
  /// `nil`.
  @_disfavoredOverload
  public init<Format: ParseableFormatStyle>(
    _ title: some StringProtocol, value: Binding<Format.FormatInput?>, format: Format,
    prompt: LocalizedStringKey? = nil
  ) where Format.FormatOutput == String, Format.FormatInput: Equatable {
    self.init(
      String(title), prompt?.string,
      orNone: value, text: { Self.inLocale(format).format($0) },
      parse: { try Self.parsed($0, by: format) })
  }

  /// Returns a format of numbers in the user's locale, as ``Text/init(_:format:)`` does. Other formats are unchanged.
  private static func inLocale<Format: ParseableFormatStyle>(_ format: Format) -> Format {
    guard Format.FormatInput.self is any Numeric.Type,
      let locale = EnvironmentValues.current.fieldLocale
    else { return format }
    return format.locale(locale)
  }

  private static func parsed<Format: ParseableFormatStyle>(
    _ text: String, by format: Format
  ) throws -> Format.FormatInput where Format.FormatOutput == String {
    let strategy = inLocale(format).parseStrategy
    let parsed: Format.FormatInput
    do {
      parsed = try strategy.parse(text)
    } catch  where Format.FormatInput.self is any Numeric.Type {
      parsed = try strategy.parse(text.withASCIIDigits)
    }
    if let number = parsed as? any FloatingPoint, !number.isFinite {
      throw Refusal(.notNumber(text.shortened))
    }
    return parsed
  }
}
