extension SwiftLexer {
  /// Reads a literal that begins with a number of number signs and a quotation mark.
  mutating func readLiteral(hashes: Int) throws(Failure) -> SwiftLiteral {
    let start = (line: line, offset: index)
    skip(hashes)
    let isMultiline = peek("\"\"\"") && !endsOnLine(hashes: hashes)
    skip(isMultiline ? 3 : 1)
    let quotes = Array(repeating: UInt8(ascii: "\""), count: isMultiline ? 3 : 1)
    let end = quotes + Array(repeating: UInt8(ascii: "#"), count: hashes)
    let escape = [UInt8(ascii: "\\")] + end.dropFirst(quotes.count)
    var content = Content()
    while !bytes[index...].starts(with: end) {
      guard let byte = byte(), isMultiline || byte != UInt8(ascii: "\n") else {
        throw failure("The string literal isn't closed.", line: start.line)
      }
      if bytes[index...].starts(with: escape) {
        skip(escape.count)
        try readEscape(into: &content, isMultiline: isMultiline)
      } else if byte == UInt8(ascii: "\n") {
        skip()
        content.endLine(isEscaped: false)
      } else {
        content.append(byte)
        index += 1
      }
    }
    skip(end.count)
    return SwiftLiteral(
      file: file, line: start.line, offset: start.offset,
      value: isMultiline ? content.unindented : content.text,
      interpolations: content.interpolations)
  }

  /// Whether a literal such as `#"""#` ends on its line, so that its quotation marks are characters.
  private func endsOnLine(hashes: Int) -> Bool {
    guard hashes > 0 else { return false }
    let end = [UInt8(ascii: "\"")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
    let rest = Array(bytes[(index + 1)...].prefix { $0 != UInt8(ascii: "\n") })
    return rest.indices.contains { rest[$0...].starts(with: end) }
  }

  private mutating func readEscape(
    into content: inout Content, isMultiline: Bool
  ) throws(Failure) {
    guard let byte = byte() else { return }
    if isMultiline, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
      // The backslash joins two lines.
      while self.byte() == UInt8(ascii: " ") { index += 1 }
      if self.byte() == UInt8(ascii: "\n") { skip() }
      content.endLine(isEscaped: true)
      return
    }
    skip()
    switch byte {
    case UInt8(ascii: "("):
      let start = index
      try readTokens(endsWithParenthesis: true)
      content.append(SwiftLiteral.placeholder)
      content.interpolations.append(
        text(from: start).dropLast().split(whereSeparator: \.isNewline)
          .map { $0.drop(while: \.isWhitespace) }.joined(separator: " "))
    case UInt8(ascii: "n"): content.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "t"): content.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "r"): content.append(UInt8(ascii: "\r"))
    case UInt8(ascii: "0"): content.append(0)
    case UInt8(ascii: "u"):
      let digits = bytes[index...].dropFirst().prefix { $0 != UInt8(ascii: "}") }
      index = Swift.min(index + digits.count + 2, bytes.count)
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
      if let scalar = value.flatMap({ Unicode.Scalar($0) }) { content.append(scalar) }
    default: content.append(byte)
    }
  }

  /// The characters of a literal.
  private struct Content {
    /// A line of the source, with the characters of its escape sequences.
    private struct Line {
      var bytes: [UInt8] = []
      /// Whether a backslash joins the line and the next one.
      var isJoined = false
    }

    private var lines = [Line()]
    var interpolations: [String] = []

    mutating func append(_ byte: UInt8) { lines[lines.count - 1].bytes.append(byte) }

    mutating func append(_ scalar: Unicode.Scalar) {
      lines[lines.count - 1].bytes.append(contentsOf: String(Character(scalar)).utf8)
    }

    mutating func endLine(isEscaped: Bool) {
      lines[lines.count - 1].isJoined = isEscaped
      lines.append(Line())
    }

    /// The characters of a literal in one line.
    var text: String { String(decoding: lines.flatMap(\.bytes), as: UTF8.self) }

    /// The characters of a literal with several lines, without the indentation of its last line.
    var unindented: String {
      let indentation = lines.last?.bytes.count ?? 0
      var text: [UInt8] = []
      // The quotation marks are on lines of their own.
      let inner = lines.dropFirst().dropLast()
      for (number, line) in inner.enumerated() {
        text += line.bytes.dropFirst(Swift.min(indentation, line.bytes.count))
        if !line.isJoined, number < inner.count - 1 { text.append(UInt8(ascii: "\n")) }
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
