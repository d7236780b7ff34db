/// A scanner that splits a source into tags and reports syntax errors.
struct HTMLScanner {
  enum Token {
    /// A start tag. `isClosed` is true if the tag ends with `/>`.
    case start(name: String, attributes: [(name: String, value: String)], isClosed: Bool)
    case end(name: String)
    case problem(String)
  }

  /// The line of the last token, starting at 1.
  private(set) var line = 1

  private let bytes: [UInt8]
  private var position = 0
  private var waiting: [Token] = []
  /// The name of the element whose content isn't markup, such as a script.
  private var raw: String?

  init(_ html: String) {
    bytes = Array(html.utf8)
  }

  mutating func next() -> Token? {
    while waiting.isEmpty {
      if position == bytes.count { return nil }
      if let raw {
        skipRawText(of: raw)
        self.raw = nil
      } else if bytes[position] == UInt8(ascii: "<") {
        readTag()
      } else {
        readText()
      }
    }
    return waiting.removeFirst()
  }

  private mutating func readText() {
    switch bytes[position] {
    case UInt8(ascii: "&"): readReference()
    case 0: waiting.append(.problem("U+0000"))
    default: break
    }
    advance()
  }

  private mutating func readReference() {
    let end = bytes[position...].prefix(34).firstIndex(of: UInt8(ascii: ";"))
    let name = end.map { bytes[position + 1..<$0] } ?? []
    let isReference =
      !name.isEmpty && name.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "#") }
    if !isReference { waiting.append(.problem("unescaped &")) }
  }

  private mutating func readTag() {
    if takes("<!--") {
      while position < bytes.count, !takes("-->") { advance() }
    } else if takes("<!") {
      while position < bytes.count, bytes[position] != UInt8(ascii: ">") { advance() }
      if position < bytes.count { advance() }
    } else if takes("</") {
      let name = readName()
      skipSpace()
      waiting.append(
        takes(">") && !name.isEmpty ? .end(name: name) : .problem("invalid end tag"))
    } else {
      advance()
      let name = readName()
      if name.first?.isLetter == true {
        readStart(name)
      } else {
        waiting.append(.problem("unescaped <"))
      }
    }
  }

  private mutating func readStart(_ name: String) {
    var attributes: [(name: String, value: String)] = []
    var hadSpace = false
    var isClosed = false
    while true {
      hadSpace = skipSpace() || hadSpace
      if takes(">") { break }
      if takes("/>") {
        isClosed = true
        break
      }
      let attribute = readName()
      guard hadSpace, !attribute.isEmpty else {
        // Skips the rest of the tag, so that one mistake causes only one message.
        while position < bytes.count, !takes(">") { advance() }
        waiting.append(.problem("<\(name)> is malformed"))
        break
      }
      // The space after a name without a value also separates it from the next name.
      hadSpace = skipSpace()
      let hasValue = takes("=")
      attributes.append((attribute, hasValue ? readValue() : ""))
      if hasValue { hadSpace = false }
    }
    waiting.append(.start(name: name, attributes: attributes, isClosed: isClosed))
    if !isClosed, ["script", "style", "textarea", "title"].contains(name) { raw = name }
  }

  private mutating func readValue() -> String {
    skipSpace()
    let start: Int
    let end: Int
    if position < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]) {
      let quote = bytes[position]
      advance()
      start = position
      while position < bytes.count, bytes[position] != quote { readText() }
      end = position
      if position < bytes.count { advance() }
    } else {
      start = position
      while position < bytes.count, !bytes[position].isHTMLSpace,
        bytes[position] != UInt8(ascii: ">")
      {
        if "\"'=<`".utf8.contains(bytes[position]) {
          waiting.append(.problem("unquoted attribute value"))
        }
        advance()
      }
      end = position
    }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private mutating func skipRawText(of name: String) {
    while position < bytes.count, !isNext("</" + name) {
      // Browsers resolve references in `title` and `textarea`, and treat `<` as text.
      if name == "title" || name == "textarea" { readText() } else { advance() }
    }
  }

  private mutating func readName() -> String {
    let start = position
    while position < bytes.count, !bytes[position].isHTMLSpace,
      !"\"'<>/=\0".utf8.contains(bytes[position])
    {
      advance()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while position < bytes.count, bytes[position].isHTMLSpace { advance() }
    return position > start
  }

  private func isNext(_ text: String) -> Bool {
    bytes[position...].starts(with: text.utf8) { $0 | 0x20 == $1 | 0x20 }
  }

  private mutating func takes(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func advance() {
    if bytes[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
