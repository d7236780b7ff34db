/// A part of a Swift source file, without spaces and comments.
struct SwiftToken: Sendable {
  enum Kind: Hashable, Sendable {
    /// An identifier, a keyword, or a number.
    case word
    /// An operator or another character that isn't a bracket.
    case symbol
    case opening
    case closing
    /// A regular expression.
    case expression
    case literal(SwiftLiteral)
  }

  let kind: Kind
  /// The characters. They're empty for literals and regular expressions.
  var text = ""
  let line: Int
  /// Whether a space, line break, or comment precedes the token.
  let isAfterSpace: Bool
  /// Whether the token is the first one of its line.
  let startsLine: Bool
  /// The index of the other bracket of a pair, in the sequence of the token.
  var partner = 0

  var literal: SwiftLiteral? {
    if case .literal(let literal) = kind { literal } else { nil }
  }
}
