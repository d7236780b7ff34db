import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A macro that writes its code as formatted text.
///
/// The text goes to the compiler unchanged, because formatting its syntax tree would take half of the expansion
/// time.
protocol WrittenMacro: Macro {}

extension WrittenMacro {
  static var formatMode: FormatMode { .disabled }
}

extension DeclSyntax {
  /// Creates a declaration from text, and indents its lines for readers of the expansion.
  init(written text: String) {
    // Spaces are part of a multiline string literal.
    self.init(stringLiteral: text.contains("\"\"\"") ? text : text.indentedByBrackets)
  }
}

extension String {
  /// The nonempty lines, indented by two spaces for each open bracket.
  fileprivate var indentedByBrackets: String {
    var result = ""
    result.reserveCapacity(utf8.count * 2)
    var depth = 0
    for line in utf8.split(separator: UInt8(ascii: "\n")) {
      var text = line.drop { $0 == UInt8(ascii: " ") }
      while text.last == UInt8(ascii: " ") { text.removeLast() }
      guard let first = text.first else { continue }
      let level = Self.change(by: first) < 0 ? depth - 1 : depth
      if !result.isEmpty { result += "\n" }
      for _ in 0..<Swift.max(level, 0) { result += "  " }
      result += Substring(text)
      for character in text { depth += Self.change(by: character) }
    }
    return result
  }

  private static func change(by character: UInt8) -> Int {
    switch character {
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): 1
    case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): -1
    default: 0
    }
  }
}
