public import CairnTexts
import Foundation

extension TextField {
  /// Creates a field for a value that's formatted and parsed by closures.
  ///
  /// ```swift
  /// TextField("IBAN", value: $store.iban, parse: { try IBAN($0) }, format: { $0.text })
  /// ```
  ///
  /// If `parse` throws an error, the text stays in the field, and the binding isn't changed. A message appears below
  /// the field. For a `LocalizedError`, it's the error's description. For any other error that conforms to
  /// `CustomStringConvertible`, it's the text that represents the error. Otherwise, the message is general.
  /// - Parameters:
  ///   - title: The label of the field.
  ///   - value: The value.
  ///   - parse: Returns the value of a text without white space around it, or throws an error for the user.
  ///   - format: Returns the text of a value. `parse` must accept it.
  ///   - prompt: An example that's visible while the field is empty.
  public init<Value: Equatable>(
    _ title: LocalizedStringKey, value: Binding<Value>, parse: @escaping (String) throws -> Value,
    format: @escaping (Value) -> String, prompt: LocalizedStringKey? = nil
  ) {
    self.init(title.string, value: value, parse: parse, format: format, prompt: prompt)
  }

  /// Creates a field for a value that's formatted and parsed by closures.
  @_disfavoredOverload
  public init<Value: Equatable>(
    _ title: some StringProtocol, value: Binding<Value>,
    parse: @escaping (String) throws -> Value, format: @escaping (Value) -> String,
    prompt: LocalizedStringKey? = nil
  ) {
    self.init(
      String(title), prompt: prompt?.string,
      read: { format(value.wrappedValue) },
      write: { typed in
        let text = FieldCheck.singleLine(typed).trimmingCharacters(in: .whitespacesAndNewlines)
        let parsed: Value
        do {
          parsed = try parse(text)
        } catch {
          return .refused(TextField.message(about: error, in: text))
        }
        guard parsed != value.wrappedValue else { return .unchanged }
        value.wrappedValue = parsed
        return .applied
      })
  }

  /// Creates a field for an optional value that's formatted and parsed by closures. Empty text or white space is `nil`.
  public init<Value: Equatable>(
    _ title: LocalizedStringKey, value: Binding<Value?>, parse: @escaping (String) throws -> Value,
    format: @escaping (Value) -> String, prompt: LocalizedStringKey? = nil
  ) {
    self.init(title.string, value: value, parse: parse, format: format, prompt: prompt)
  }

  /// Creates a field for an optional value that's formatted and parsed by closures. Empty text or white space is `nil`.
  @_disfavoredOverload
  public init<Value: Equatable>(
    _ title: some StringProtocol, value: Binding<Value?>,
    parse: @escaping (String) throws -> Value, format: @escaping (Value) -> String,
    prompt: LocalizedStringKey? = nil
  ) {
    let parseOptional: (String) throws -> Value? = { $0.isEmpty ? nil : try parse($0) }
    let formatOptional: (Value?) -> String = { $0.map(format) ?? "" }
    self.init(
      title, value: value, parse: parseOptional, format: formatOptional, prompt: prompt)
  }

  /// Returns the message for the user about an error that a parser of the application has thrown.
  static func message(about error: any Error, in text: String) -> UserText {
    let message: String? =
      switch error {
      // Foundation's errors are for developers.
      case _ where error is CocoaError || type(of: error) is NSError.Type: nil
      case let error as any LocalizedError: error.errorDescription
      case let error as any CustomStringConvertible: error.description
      default: nil
      }
    guard let message, !message.isEmpty else {
      return .system(.notValid(shortened(text, to: 60)))
    }
    return .verbatim(shortened(message, to: 500))
  }

  /// Returns the beginning of a text with a number of scalars, with an ellipsis if it's longer.
  private static func shortened(_ text: String, to limit: Int) -> String {
    let start = text.unicodeScalars.prefix(limit)
    return start.endIndex == text.endIndex ? text : "\(String(start))…"
  }
}
