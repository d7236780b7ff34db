import Foundation

/// A line of comma-separated values, as specified by RFC 4180.
///
/// ```swift
/// CSVRow(["7", "Oak, first floor"]).text  // "7","Oak, first floor" and a line break
/// ```
///
/// Return rows with ``EndpointResponse/csv(_:status:)``. If there are many, stream them with
/// ``ResponseWriter/write(csv:)``.
public struct CSVRow: Sendable, Hashable {
  /// The fields in quotation marks, separated by commas, and a line break (CR LF).
  public let text: String

  /// Creates a row.
  ///
  /// A spreadsheet evaluates a field that begins with `=`, `+`, `-`, `@`, or a control character such as a tab. Such a
  /// field can be from a user, and can send other fields to a server. Therefore, an apostrophe is inserted before it, as
  /// OWASP recommends. The same applies to other forms of these characters, such as the full-width `＝`, because
  /// spreadsheets treat them alike. Negative numbers, such as `-1.5`, stay unchanged.
  ///
  /// - Parameters:
  ///   - fields: The texts, which can contain any characters.
  ///   - neutralizingFormulas: Whether an apostrophe is inserted. Pass `false` if only programs read the file.
  public init(_ fields: [String], neutralizingFormulas: Bool = true) {
    let quoted = fields.map { field in
      // Bytes are compared, because a quotation mark with an accent is another character.
      let parts = field.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
      let mark = neutralizingFormulas && Self.isFormula(field) ? "'" : ""
      return "\"\(mark)\(parts.map { Substring($0) }.joined(separator: "\"\""))\""
    }
    text = quoted.joined(separator: ",") + "\r\n"
  }

  private static func isFormula(_ field: String) -> Bool {
    guard let first = field.unicodeScalars.first else { return false }
    let rest = field.utf8.dropFirst()
    if first == "-", let digit = rest.first, isDigit(digit), rest.allSatisfy(isPartOfNumber) {
      return false
    }
    let plain = String(first).precomposedStringWithCompatibilityMapping.utf8
    return plain.first.map { $0 < 0x20 || "=+-@".utf8.contains($0) } == true
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: ".")
  }
}
