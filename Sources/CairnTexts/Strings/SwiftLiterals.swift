/// The string literals of a Swift source file, with placeholders for interpolations.
struct SwiftLiterals: Sequence, IteratorProtocol {
  /// The character that represents an interpolation.
  static let placeholder: Unicode.Scalar = "\u{FFFC}"

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var literals: [String] = []

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
    while index < scalars.count { skip() }
    literals.reverse()
  }

  mutating func next() -> String? { literals.popLast() }

  /// Returns a key with placeholders for its values.
  static func pattern(of key: String) -> String {
    guard let template = try? StringTemplate(key),
      template.pieces.contains(where: { if case .text = $0 { false } else { true } })
    else { return key }
    return template.pieces.reduce(into: "") { text, piece in
      if case .text(let literal) = piece {
        text += literal
      } else {
        text.unicodeScalars.append(placeholder)
      }
    }
  }

  private func peek(_ text: String, at offset: Int = 0) -> Bool {
    let start = index + offset
    let expected = Array(text.unicodeScalars)
    guard start + expected.count <= scalars.count else { return false }
    return expected.indices.allSatisfy { scalars[start + $0] == expected[$0] }
  }

  /// Skips a comment, a literal, or a character.
  private mutating func skip() {
    if peek("//") {
      while index < scalars.count, scalars[index] != "\n" { index += 1 }
    } else if peek("/*") {
      skipComment()
    } else if scalars[index] == "\"" || scalars[index] == "#" {
      var hashes = 0
      while index < scalars.count, scalars[index] == "#" {
        hashes += 1
        index += 1
      }
      if index < scalars.count, scalars[index] == "\"" { readLiteral(hashes) }
    } else {
      index += 1
    }
  }

  private mutating func skipComment() {
    var depth = 0
    while index < scalars.count {
      if peek("/*") {
        depth += 1
        index += 2
      } else if peek("*/") {
        depth -= 1
        index += 2
        if depth == 0 { return }
      } else {
        index += 1
      }
    }
  }

  private mutating func readLiteral(_ hashes: Int) {
    let isMultiline = peek("\"\"\"")
    let end = (isMultiline ? "\"\"\"" : "\"") + String(repeating: "#", count: hashes)
    let escape = "\\" + String(repeating: "#", count: hashes)
    index += isMultiline ? 3 : 1
    var text = String.UnicodeScalarView()
    while index < scalars.count, !peek(end) {
      if peek(escape) {
        index += escape.unicodeScalars.count
        readEscape(into: &text, isMultiline)
      } else if !isMultiline, scalars[index] == "\n" {
        // The quotation mark didn't begin a literal, for example in a regular expression.
        return
      } else {
        text.append(scalars[index])
        index += 1
      }
    }
    index += end.unicodeScalars.count
    literals.append(isMultiline ? Self.unindented(String(text)) : String(text))
  }

  private mutating func readEscape(
    into text: inout String.UnicodeScalarView, _ isMultiline: Bool
  ) {
    guard index < scalars.count else { return }
    let character = scalars[index]
    index += 1
    switch character {
    case "(":
      text.append(Self.placeholder)
      var depth = 1
      while index < scalars.count, depth > 0 {
        switch scalars[index] {
        case "(": depth += 1
        case ")": depth -= 1
        default: break
        }
        // Literals within the interpolation are read, too.
        skip()
      }
    case "n": text.append("\n")
    case "t": text.append("\t")
    case "r": text.append("\r")
    case "0": text.append("\0")
    case "u":
      let digits = scalars[index...].dropFirst().prefix { $0 != "}" }
      index = Swift.min(index + digits.count + 2, scalars.count)
      let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
      if let scalar = value.flatMap({ Unicode.Scalar($0) }) { text.append(scalar) }
    case "\n" where isMultiline:
      text.append("\u{FFFD}")
      text.append("\n")
    default: text.append(character)
    }
  }

  /// Returns the text of a multiline literal, without the indentation of its last line.
  private static func unindented(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let indentation = lines.popLast()?.count, !lines.isEmpty else { return text }
    lines.removeFirst()
    // The replacement character represents a line break that's escaped.
    return lines.map { $0.dropFirst(Swift.min(indentation, $0.count)) }.joined(separator: "\n")
      .split(separator: "\u{FFFD}\n", omittingEmptySubsequences: false).joined()
  }
}
