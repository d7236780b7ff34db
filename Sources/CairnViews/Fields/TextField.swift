public import CairnTexts
public import Foundation

/// A single-line text field.
///
/// The text is written to the binding when the user pauses typing. Without the script, it's written with the next tap
/// in the field's layer.
///
/// Invalid text stays in the field with a message, and isn't written to the binding. This applies to text that can't
/// be parsed, and to numbers that aren't finite. It also applies to text of more than 25,000 characters, unless
/// ``View/maxLength(_:)`` sets another limit.
///
/// A number can be negative, so phones show their full keyboard. If your value is never negative, use
/// ``View/keyboardType(_:)`` with `.numberPad` or `.decimalPad`.
public struct TextField: _PrimitiveView {
  let title: String
  var prompt: String?
  let isNumber: Bool
  let read: () -> String
  let write: (String) -> FieldVerdict

  private init(
    _ title: String, prompt: String?, isNumber: Bool, read: @escaping () -> String,
    write: @escaping (String) -> FieldVerdict
  ) {
    self.title = title
    self.prompt = prompt
    self.isNumber = isNumber
    self.read = read
    self.write = write
  }

  /// Creates a field for text.
  public init(_ title: LocalizedStringKey, text: Binding<String>, prompt: LocalizedStringKey? = nil)
  {
    self.init(title.string, text: text, prompt: prompt)
  }

  /// Creates a field for text.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, text: Binding<String>, prompt: LocalizedStringKey? = nil
  ) {
    self.init(
      String(title), prompt: prompt?.string, isNumber: false,
      read: { text.wrappedValue },
      write: { typed in
        let typed = FieldCheck.singleLine(typed)
        guard !FieldCheck.areSame(typed, text.wrappedValue) else { return .unchanged }
        text.wrappedValue = typed
        return .applied
      })
  }

  /// Creates a field for a whole number.
  public init(
    _ title: LocalizedStringKey, value: Binding<Int>, format: NumberFormat<Int> = .number,
    prompt: LocalizedStringKey? = nil
  ) {
    self.init(title.string, value: value, format: format, prompt: prompt)
  }

  /// Creates a field for a whole number.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, value: Binding<Int>, format: NumberFormat<Int> = .number,
    prompt: LocalizedStringKey? = nil
  ) {
    self.init(
      String(title), prompt?.string, isNumber: true, value, text: { String($0) },
      parse: Self.wholeNumber)
  }

  /// Creates a field for an optional whole number. Empty text or white space is `nil`.
  public init(
    _ title: LocalizedStringKey, value: Binding<Int?>, format: NumberFormat<Int> = .number,
    prompt: LocalizedStringKey? = nil
  ) {
    self.init(title.string, value: value, format: format, prompt: prompt)
  }

  /// Creates a field for an optional whole number. Empty text or white space is `nil`.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, value: Binding<Int?>, format: NumberFormat<Int> = .number,
    prompt: LocalizedStringKey? = nil
  ) {
    self.init(
      String(title), prompt?.string, isNumber: true, orNone: value, text: { String($0) },
      parse: Self.wholeNumber)
  }

  /// Creates a field for a number, with a point before its fraction.
  public init(
    _ title: LocalizedStringKey, value: Binding<Double>, format: NumberFormat<Double> = .number,
    prompt: LocalizedStringKey? = nil
  ) {
    self.init(title.string, value: value, format: format, prompt: prompt)
  }

  /// Creates a field for a number, with a point before its fraction.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, value: Binding<Double>, format: NumberFormat<Double> = .number,
    prompt: LocalizedStringKey? = nil
  ) {
    self.init(
      String(title), prompt?.string, isNumber: true, value, text: NumberFormat<Double>.text,
      parse: Self.number)
  }

  /// Creates a field for an optional number, with a point before its fraction. Empty text or white space is `nil`.
  public init(
    _ title: LocalizedStringKey, value: Binding<Double?>, format: NumberFormat<Double> = .number,
    prompt: LocalizedStringKey? = nil
  ) {
    self.init(title.string, value: value, format: format, prompt: prompt)
  }

  /// Creates a field for an optional number, with a point before its fraction. Empty text or white space is `nil`.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, value: Binding<Double?>, format: NumberFormat<Double> = .number,
    prompt: LocalizedStringKey? = nil
  ) {
    self.init(
      String(title), prompt?.string, isNumber: true, orNone: value, text: NumberFormat<Double>.text,
      parse: Self.number)
  }

  /// Creates a field for a value that's formatted and parsed by `format`.
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
      String(title), prompt?.string, isNumber: Format.FormatInput.self is any Numeric.Type, value,
      text: { format.format($0) }, parse: { try Self.parsed($0, by: format) })
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
      String(title), prompt?.string, isNumber: Format.FormatInput.self is any Numeric.Type,
      orNone: value, text: { format.format($0) }, parse: { try Self.parsed($0, by: format) })
  }

  /// An error with the reason that the text isn't a valid value.
  private struct Refusal: Error {
    let message: SystemText

    init(_ message: SystemText) { self.message = message }
  }

  private init<Value: Equatable>(
    _ title: String, _ prompt: String?, isNumber: Bool, orNone value: Binding<Value?>,
    text: @escaping (Value) -> String, parse: @escaping (String) throws -> Value
  ) {
    self.init(
      title, prompt, isNumber: isNumber, value, text: { $0.map(text) ?? "" },
      parse: { $0.isEmpty ? nil : try parse($0) })
  }

  private init<Value: Equatable>(
    _ title: String, _ prompt: String?, isNumber: Bool, _ value: Binding<Value>,
    text: @escaping (Value) -> String, parse: @escaping (String) throws -> Value
  ) {
    self.init(
      title, prompt: prompt, isNumber: isNumber, read: { text(value.wrappedValue) },
      write: { typed in
        let parsed: Value
        do {
          parsed = try parse(isNumber ? typed.trimmed.withASCIIDigits : typed.trimmed)
        } catch let refusal as Refusal {
          return .refused(.system(refusal.message))
        } catch {
          return .refused(.system(.notValid(typed.trimmed.shortened)))
        }
        guard parsed != value.wrappedValue else { return .unchanged }
        value.wrappedValue = parsed
        return .applied
      })
  }

  private static func wholeNumber(_ text: String) throws -> Int {
    if let number = Int(text) { return number }
    let isSigned = text.first.map { $0 == "+" || $0 == "-" } ?? false
    let digits = text.dropFirst(isSigned ? 1 : 0)
    throw switch true {
    case text.isEmpty: Refusal(.enterWholeNumber)
    case !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }:
      Refusal(
        text.first == "-" ? .numberTooSmall(text.shortened) : .numberTooLarge(text.shortened))
    default: Refusal(.notWholeNumber(text.shortened))
    }
  }

  private static func number(_ text: String) throws -> Double {
    // Reject hexadecimal numbers and words such as “infinity”, which Swift would parse.
    let isDecimal = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isDecimal, let number = Double(text), number.isFinite else {
      throw Refusal(text.isEmpty ? .enterNumber : .notNumber(text.shortened))
    }
    return number
  }

  private static func parsed<Format: ParseableFormatStyle>(
    _ text: String, by format: Format
  ) throws -> Format.FormatInput where Format.FormatOutput == String {
    let parsed = try format.parseStrategy.parse(text)
    if let number = parsed as? any FloatingPoint, !number.isFinite {
      throw Refusal(.notNumber(text.shortened))
    }
    return parsed
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let id = renderer.place
    renderer.noteField()
    if renderer.isWriting {
      let bound = FieldCheck.singleLine(view.read())
      let row = renderer.openRow()
      renderer.openField(id, title: view.title)
      renderer.open("<input", class: "input")
      renderer.writeField(id, check: bound)
      if let attributes = renderer.textInput.keyboard.attributes {
        renderer.write(attributes)
      } else {
        renderer.write(" type=\"text\" dir=\"auto\"")
      }
      renderer.writeTextContent()
      renderer.writeLimit(TextLimit.line)
      renderer.write(" value=\"")
      renderer.write(attribute: renderer.draft(id).map { FieldCheck.singleLine($0) } ?? bound)
      renderer.write("\"")
      renderer.closeInput(id, prompt: view.prompt)
      renderer.closeField(id)
      renderer.closeRow(row)
    } else if renderer.wants(id) {
      let read = view.read
      renderer.keepText(
        id, limit: TextLimit.line, current: { FieldCheck.singleLine(read()) }, write: view.write)
    }
  }
}

/// The format of numbers in a field.
public struct NumberFormat<Value>: Sendable {
  /// Digits, as in Swift.
  public static var number: NumberFormat { NumberFormat() }
}

extension NumberFormat<Double> {
  /// Returns the shortest text that represents `value`, without a fraction for whole numbers.
  static func text(_ value: Double) -> String {
    if let whole = Int(exactly: value) { return String(whole) }
    return String(value)
  }
}

extension String {
  /// The text with ASCII digits and signs, instead of digits of other scripts and full-width signs.
  ///
  /// Keyboards for some languages type these characters.
  fileprivate var withASCIIDigits: String {
    guard unicodeScalars.contains(where: { !$0.isASCII }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "＋": text += "+"
      case "－", "−": text += "-"
      case "．": text += "."
      case _ where !scalar.isASCII && scalar.properties.numericType == .decimal:
        text += scalar.properties.numericValue.map { "\(Int($0))" } ?? ""
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text without white space around it.
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

  /// The text, shortened for a message.
  fileprivate var shortened: String {
    // Count scalars instead of characters, because a single character can be as long as a form.
    let start = unicodeScalars.prefix(60)
    return start.endIndex == endIndex ? self : "\(String(start))…"
  }
}
