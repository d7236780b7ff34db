/// A string literal of a Swift source file.
package struct SwiftLiteral: Hashable, Sendable, CustomStringConvertible {
  /// The character that represents an interpolation in a value.
  static let placeholder: Unicode.Scalar = "\u{FFFC}"

  /// The path of the file.
  package let file: String
  /// The line on which the literal begins, starting with 1.
  package let line: Int
  /// The number of bytes in the file that precede the literal.
  let offset: Int
  /// The characters of the literal, with placeholders for its interpolations.
  let value: String
  /// The source texts of the interpolations, without parentheses.
  let interpolations: [String]

  /// The characters of the literal in one line, with its interpolations as in the source.
  package var text: String {
    var text = ""
    var rest = interpolations[...]
    for scalar in value.unicodeScalars {
      switch scalar {
      case Self.placeholder: text += "\\(\(rest.popFirst() ?? ""))"
      case "\n": text += "\\n"
      case "\"": text += "\\\""
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Whether the literal has letters, apart from its interpolations.
  var hasLetters: Bool { value.unicodeScalars.contains(where: \.properties.isAlphabetic) }

  /// The file, the line, and the text.
  package var description: String { "\(file):\(line): \"\(text)\"" }
}
