/// A style sheet without comments and unnecessary whitespace, which has the same rules.
///
/// Strings and unquoted URLs don't change. Spaces around `+` and `-` in `calc()` stay, because they're necessary there.
/// A comment separates words, as a space does.
struct CompactStyle {
  private(set) var bytes: [UInt8] = []
  private let source: [UInt8]

  init(_ source: [UInt8]) {
    self.source = source
    bytes.reserveCapacity(source.count)
    var start = 0
    while start < source.count {
      let end = self.end(ofPartAt: start)
      append(part: start..<end, before: end < source.count ? source[end] : nil)
      start = end + 1
    }
  }

  /// The parts of a style sheet, which end with different signs.
  private enum Part {
    /// The selector of a rule.
    case selector
    /// The beginning of an at-rule, such as `@media (width > 40rem)`.
    case condition
    /// A property and its value.
    case declaration
  }

  /// Returns the position of the brace or semicolon after the part that begins at a position.
  private func end(ofPartAt start: Int) -> Int {
    var (position, depth) = (start, 0)
    while position < source.count {
      if let end = endOfText(at: position) ?? endOfComment(at: position) {
        position = end
        continue
      }
      switch source[position] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ";") where depth <= 0: return position
      case UInt8(ascii: "{"), UInt8(ascii: "}"): return position
      case UInt8(ascii: "\\"): position += 1
      default: break
      }
      position += 1
    }
    return source.count
  }

  /// Adds a part and the sign after it.
  private mutating func append(part range: Range<Int>, before sign: UInt8?) {
    let first = bytes.count
    let code = startOfCode(in: range)
    let isAtRule = code < range.upperBound && source[code] == UInt8(ascii: "@")
    write(
      code..<range.upperBound,
      as: isAtRule ? .condition : sign == UInt8(ascii: "{") ? .selector : .declaration)
    let isEmpty = bytes.count == first
    switch sign {
    case UInt8(ascii: "}"):
      // A rule's last declaration needs no semicolon.
      if isEmpty, bytes.last == UInt8(ascii: ";") { bytes.removeLast() }
      bytes.append(UInt8(ascii: "}"))
    case UInt8(ascii: ";") where isEmpty: break
    case let sign?: bytes.append(sign)
    case nil: break
    }
  }

  /// Returns the position of a part's first byte that isn't in a comment and isn't a space.
  private func startOfCode(in range: Range<Int>) -> Int {
    var position = range.lowerBound
    while position < range.upperBound {
      if let end = endOfComment(at: position) {
        position = end
      } else if Self.isSpace(source[position]) {
        position += 1
      } else {
        break
      }
    }
    return min(position, range.upperBound)
  }

  private mutating func write(_ range: Range<Int>, as part: Part) {
    let first = bytes.count
    var (position, hasSpace, hasColon) = (range.lowerBound, false, false)
    while position < range.upperBound {
      if let end = endOfComment(at: position) {
        (position, hasSpace) = (end, true)
        continue
      }
      let byte = source[position]
      guard !Self.isSpace(byte) else {
        (position, hasSpace) = (position + 1, true)
        continue
      }
      let isAfterName = part == .declaration && !hasColon && byte == UInt8(ascii: ":")
      if hasSpace, bytes.count > first, !isAfterName, isSpaceNeeded(before: byte, in: part),
        // The value begins after the first colon.
        !(part == .declaration && hasColon && bytes.last == UInt8(ascii: ":"))
      {
        bytes.append(UInt8(ascii: " "))
      }
      hasSpace = false
      if isAfterName { hasColon = true }
      if let end = endOfText(at: position) {
        bytes += source[position..<end]
        position = end
        continue
      }
      if !isLeadingZero(at: position, in: part) { bytes.append(byte) }
      position += 1
      if byte == UInt8(ascii: "\\"), position < range.upperBound {
        bytes.append(source[position])
        position += 1
      }
    }
  }

  private func isSpaceNeeded(before next: UInt8, in part: Part) -> Bool {
    guard let last = bytes.last else { return false }
    if Self.openers.contains(last) || Self.closers.contains(next) { return false }
    switch part {
    case .selector: return !Self.combinators.contains(last) && !Self.combinators.contains(next)
    case .condition: return last != UInt8(ascii: ":")
    case .declaration:
      // Together, these two signs would begin a comment.
      if last == UInt8(ascii: "/"), next == UInt8(ascii: "*") { return true }
      return next != UInt8(ascii: "!") && !Self.operators.contains(last)
        && !Self.operators.contains(next)
    }
  }

  /// Returns whether a byte is the zero of a number such as 0.5, which means the same without it.
  private func isLeadingZero(at position: Int, in part: Part) -> Bool {
    guard part != .selector, source[position] == UInt8(ascii: "0"), position + 2 < source.count,
      source[position + 1] == UInt8(ascii: "."), Self.digits.contains(source[position + 2])
    else { return false }
    return position == 0 || !Self.isOfWord(source[position - 1])
  }

  /// Signs after which a space is unnecessary.
  private static let openers = Set("(,".utf8)
  /// Signs before which a space is unnecessary.
  private static let closers = Set("),".utf8)
  private static let combinators = Set(">+~".utf8)
  /// Signs in a value around which spaces are unnecessary.
  private static let operators = Set("*/".utf8)
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    digits.contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "#")
      || byte >= 0x80
  }

  /// Returns the position after the comment that begins at a position, or `nil` if there is none.
  private func endOfComment(at position: Int) -> Int? {
    guard source[position...].starts(with: "/*".utf8) else { return nil }
    var end = position + 2
    while end < source.count {
      if source[end...].starts(with: "*/".utf8) { return end + 2 }
      end += 1
    }
    return end
  }

  /// Returns the position after the string or the unquoted URL that begins at a position, or `nil` if there is none.
  private func endOfText(at position: Int) -> Int? {
    let (closing, start): (UInt8, Int)
    switch source[position] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): (closing, start) = (source[position], position + 1)
    case UInt8(ascii: "u") where source[position...].starts(with: "url(".utf8):
      let first = source[(position + 4)...].first { !Self.isSpace($0) }
      // The string in a quoted URL is found separately.
      guard first != UInt8(ascii: "\""), first != UInt8(ascii: "'") else { return nil }
      (closing, start) = (UInt8(ascii: ")"), position + 4)
    default: return nil
    }
    var end = start
    while end < source.count {
      if source[end] == closing { return end + 1 }
      end += source[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return source.count
  }
}
