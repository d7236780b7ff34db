/// Splits a Swift source file into tokens.
struct SwiftLexer {
  typealias Failure = SwiftSourceError

  let file: String
  var bytes: [UInt8]
  var index = 0
  var line = 1
  /// The tokens of the file, and of each interpolation of a literal.
  private(set) var sequences: [[SwiftToken]] = []
  /// The lines whose literals aren't keys because of a comment.
  private(set) var verbatimLines: Set<Int> = []

  /// Reads a source file.
  /// - Throws: An error with the line of a literal, comment, or bracket that isn't closed.
  init(_ source: String, file: String) throws(Failure) {
    self.file = file
    bytes = Array(source.utf8)
    if bytes.contains(UInt8(ascii: "\r")) {
      bytes = Array(source.replacing("\r\n", with: "\n").utf8)
    }
    try readTokens(endsWithParenthesis: false)
  }

  // MARK: Bytes

  func byte(at offset: Int = 0) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  func peek(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }

  /// Skips bytes, and counts lines.
  mutating func skip(_ count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  func text(from start: Int) -> String { String(decoding: bytes[start..<index], as: UTF8.self) }

  func failure(_ reason: String, line: Int) -> Failure {
    SwiftSourceError(file: file, line: line, reason: reason)
  }

  // MARK: Tokens

  /// Reads tokens up to the end of the file, or through the parenthesis that ends an interpolation.
  mutating func readTokens(endsWithParenthesis: Bool) throws(Failure) {
    var tokens: [SwiftToken] = []
    var openings: [Int] = []
    var lastLine = 0
    var spaceEnd = -1
    let start = line
    while let byte = byte() {
      if try skipSpace(isFirstOfLine: lastLine != line) {
        spaceEnd = index
        continue
      }
      if endsWithParenthesis, openings.isEmpty, byte == UInt8(ascii: ")") {
        skip()
        sequences.append(tokens)
        return
      }
      let token = (line: line, isAfterSpace: spaceEnd == index, startsLine: lastLine != line)
      let first = index
      let kind = try readToken(after: tokens.last)
      lastLine = line
      var text = ""
      if case .literal = kind {} else if kind != .expression { text = self.text(from: first) }
      var next = SwiftToken(
        kind: kind, text: Self.unquoted(text), line: token.line, isAfterSpace: token.isAfterSpace,
        startsLine: token.startsLine)
      if kind == .opening { openings.append(tokens.count) }
      if kind == .closing {
        guard let opening = openings.popLast(), Self.pairs[tokens[opening].text] == text else {
          throw failure("'\(text)' has no opening bracket.", line: token.line)
        }
        tokens[opening].partner = tokens.count
        next.partner = opening
      }
      tokens.append(next)
    }
    if let opening = openings.last {
      throw failure("'\(tokens[opening].text)' isn't closed.", line: tokens[opening].line)
    }
    if endsWithParenthesis { throw failure("The interpolation isn't closed.", line: start) }
    sequences.append(tokens)
  }

  private static let pairs = ["(": ")", "[": "]", "{": "}"]

  /// Returns an identifier without backticks, unless it needs them.
  private static func unquoted(_ text: String) -> String {
    guard text.hasPrefix("`"), text.utf8.dropFirst().dropLast().allSatisfy(isInWord) else {
      return text
    }
    return String(text.dropFirst().dropLast())
  }

  /// Skips a space, a line break, or a comment.
  /// - Returns: Whether there was one.
  private mutating func skipSpace(isFirstOfLine: Bool) throws(Failure) -> Bool {
    switch byte() {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C: skip()
    case UInt8(ascii: "/") where byte(at: 1) == UInt8(ascii: "/"):
      let start = index
      while let byte = byte(), byte != UInt8(ascii: "\n") { index += 1 }
      let words = text(from: start).dropFirst(2).split(separator: " ", maxSplits: 1)
      if words.first == "verbatim" || words.first == "verbatim:" {
        verbatimLines.insert(isFirstOfLine ? line + 1 : line)
      }
    case UInt8(ascii: "/") where byte(at: 1) == UInt8(ascii: "*"): try skipComment()
    default: return false
    }
    return true
  }

  private mutating func skipComment() throws(Failure) {
    let start = line
    var depth = 0
    while index < bytes.count {
      if peek("/*") {
        depth += 1
        skip(2)
      } else if peek("*/") {
        depth -= 1
        skip(2)
        if depth == 0 { return }
      } else {
        skip()
      }
    }
    throw failure("The comment isn't closed.", line: start)
  }

  private mutating func readToken(after last: SwiftToken?) throws(Failure) -> SwiftToken.Kind {
    guard let byte = byte() else { return .symbol }
    switch byte {
    case UInt8(ascii: "\""): return .literal(try readLiteral(hashes: 0))
    case UInt8(ascii: "#"):
      let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
      if self.byte(at: hashes) == UInt8(ascii: "\"") {
        return .literal(try readLiteral(hashes: hashes))
      }
      if self.byte(at: hashes) == UInt8(ascii: "/"), try skipExpression(hashes: hashes) {
        return .expression
      }
      skip()
      return .symbol
    case UInt8(ascii: "/"):
      if let count = expressionLength(after: last) {
        skip(count)
        return .expression
      }
      skipOperator()
      return .symbol
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      skip()
      return .opening
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      skip()
      return .closing
    case UInt8(ascii: "`"):
      let name = bytes[index...].dropFirst().prefix { $0 != UInt8(ascii: "`") }
      guard !name.contains(UInt8(ascii: "\n")) else {
        skip()
        return .symbol
      }
      skip(name.count + 2)
      return .word
    case _ where Self.isInWord(byte):
      while let byte = self.byte(), Self.isInWord(byte) { index += 1 }
      return .word
    default:
      skipOperator()
      return .symbol
    }
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// Skips an operator or another character.
  ///
  /// The characters of types, such as `?`, `<`, and `.`, are tokens of their own.
  private mutating func skipOperator() {
    if peek("->") || peek("??") {
      skip(2)
      return
    }
    let start = index
    while let byte = byte(), Self.operators.contains(byte) {
      // A comment ends an operator.
      if index > start, peek("//") || peek("/*") || peek("->") { return }
      skip()
    }
    if index == start { skip() }
  }

  private static let operators = Set("=-+*/%&|^~!".utf8)

  // MARK: Regular expressions

  /// Skips a regular expression between `#/` and `/#`.
  /// - Returns: Whether it's one, because it ends on its line or the slash ends its line.
  private mutating func skipExpression(hashes: Int) throws(Failure) -> Bool {
    let start = line
    let first = index
    let end = [UInt8(ascii: "/")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
    skip(hashes + 1)
    let rest = bytes[index...].prefix { $0 != UInt8(ascii: "\n") }
    let isMultiline = rest.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    while let byte = byte() {
      if byte == UInt8(ascii: "\\") {
        skip(2)
      } else if bytes[index...].starts(with: end) {
        skip(end.count)
        return true
      } else if byte == UInt8(ascii: "\n"), !isMultiline {
        index = first
        return false
      } else {
        skip()
      }
    }
    throw failure("The regular expression isn't closed.", line: start)
  }

  /// Returns the number of bytes of a regular expression between slashes, or `nil` if the slash is an operator.
  private func expressionLength(after last: SwiftToken?) -> Int? {
    if let last, !Self.precedesExpression(last) { return nil }
    var length = 1
    var depth = 0
    var isInClass = false
    while let byte = byte(at: length), byte != UInt8(ascii: "\n") {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): if length == 1 { return nil }
      case UInt8(ascii: "\\"): length += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: depth += 1
      case UInt8(ascii: ")") where !isInClass:
        depth -= 1
        // The slash is an operator that's passed to a function.
        if depth < 0 { return nil }
      case UInt8(ascii: "/"): return length + 1
      default: break
      }
      length += 1
    }
    return nil
  }

  private static func precedesExpression(_ token: SwiftToken) -> Bool {
    switch token.kind {
    case .opening: true
    case .symbol:
      ![".", ">", "!"].contains(token.text) && (token.text != "?" || token.isAfterSpace)
    case .word:
      ["await", "case", "if", "in", "return", "try", "where", "while"].contains(token.text)
    case .closing, .expression, .literal: false
    }
  }
}
