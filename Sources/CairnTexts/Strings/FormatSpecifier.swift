import Foundation

/// A format specifier for a value in a text, such as `%lld` or `%.2lf`.
struct FormatSpecifier: Hashable, Sendable {
  /// The type of the value.
  enum Kind: Hashable, Sendable {
    case object
    case integer
    case number
  }

  let kind: Kind
  /// The minimum number of characters.
  var width = 0
  /// Whether numbers are padded with zeros to the minimum width.
  var isZeroPadded = false
  /// The number of fraction digits, or `nil` for as many as necessary.
  var precision: Int?

  /// Reads the part of a specifier after the percent sign and the position, and removes it from a text.
  /// - Returns: The specifier, or `nil` if the text doesn't begin with a specifier that texts can have.
  static func read(_ text: inout Substring.UnicodeScalarView) -> FormatSpecifier? {
    var rest = text
    var isZeroPadded = false
    while let flag = rest.first, flag == "0" || flag == "'" {
      isZeroPadded = isZeroPadded || flag == "0"
      rest.removeFirst()
    }
    let width = readNumber(&rest) ?? 0
    var precision: Int?
    if rest.first == "." {
      rest.removeFirst()
      precision = readNumber(&rest) ?? 0
    }
    var modifiers = 0
    while let modifier = rest.first, "hlqLzjt".unicodeScalars.contains(modifier), modifiers < 2 {
      modifiers += 1
      rest.removeFirst()
    }
    let kind: Kind
    switch rest.popFirst() {
    case "@" where modifiers == 0: kind = .object
    case "d", "i", "u", "D", "U": kind = .integer
    case "f", "F", "g", "G": kind = .number
    default: return nil
    }
    guard width <= 100, precision ?? 0 <= 100 else { return nil }
    text = rest
    return FormatSpecifier(
      kind: kind, width: width, isZeroPadded: isZeroPadded, precision: precision)
  }

  /// Reads a number of up to three digits.
  static func readNumber(_ text: inout Substring.UnicodeScalarView) -> Int? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, digits.count <= 3 else { return nil }
    text = text.dropFirst(digits.count)
    return Int(String(digits))
  }

  /// Returns a value in the format of a locale, or as Swift writes it if there's no locale.
  func string(_ argument: StringArgument, in locale: Locale?) -> String {
    let text: String
    switch argument {
    case .text(let value): text = value
    case .integer(let value):
      if let locale {
        text = value.formatted(
          .number.grouping(isZeroPadded ? .never : .automatic).locale(locale))
      } else {
        text = "\(value)"
      }
    case .number(let value):
      if let locale {
        let style = FloatingPointFormatStyle<Double>.number.locale(locale)
        text =
          precision.map { value.formatted(style.precision(.fractionLength($0))) }
          ?? value.formatted(style)
      } else {
        let digits = precision.flatMap { argument.digits(fraction: $0) }
        text = digits.map { value < 0 ? "-\($0)" : $0 } ?? argument.plain
      }
    }
    guard width > 0 else { return text }
    let padding = max(0, width - text.count)
    return String(repeating: isZeroPadded && kind != .object ? "0" : " ", count: padding) + text
  }
}
