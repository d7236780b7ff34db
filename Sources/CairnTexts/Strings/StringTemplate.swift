/// A text with places for values, which has been parsed from a format such as `%1$@ has %2$lld books`.
struct StringTemplate: Sendable {
  /// A part of a text.
  enum Piece: Sendable {
    case text(String)
    /// A value, by its index.
    case argument(Int, FormatSpecifier)
    /// A text that varies by a value, by the name of its substitution and the index of its value.
    case substitution(String, Int)
    /// The value of the substitution that the text belongs to.
    case number
  }

  /// An error in a format.
  struct Failure: Error {
    let reason: String
  }

  /// The text that was parsed.
  let format: String
  private(set) var pieces: [Piece] = []

  /// Parses a format.
  /// - Parameter isSubstitution: Whether the text belongs to a substitution, so that `%arg` is its value.
  init(_ format: String, isSubstitution: Bool = false) throws(Failure) {
    self.format = format
    var rest = format.unicodeScalars[...]
    var literal = String.UnicodeScalarView()
    // Values without a position follow each other.
    var next = 0
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        literal.append(scalar)
        continue
      }
      if rest.first == "%" {
        literal.append("%")
        rest.removeFirst()
        continue
      }
      let piece = try Self.piece(&rest, &next, isSubstitution: isSubstitution)
      if !literal.isEmpty { pieces.append(.text(String(literal))) }
      literal = String.UnicodeScalarView()
      pieces.append(piece)
    }
    if !literal.isEmpty { pieces.append(.text(String(literal))) }
  }

  private static func piece(
    _ rest: inout Substring.UnicodeScalarView, _ next: inout Int, isSubstitution: Bool
  ) throws(Failure) -> Piece {
    if isSubstitution, rest.starts(with: "arg".unicodeScalars) {
      rest = rest.dropFirst(3)
      return .number
    }
    let start = String(rest.prefix(12))
    let position = try position(&rest, start)
    let index = position ?? next
    if rest.starts(with: "#@".unicodeScalars) {
      rest = rest.dropFirst(2)
      let name = rest.prefix { $0 != "@" }
      rest = rest.dropFirst(name.count)
      guard rest.popFirst() == "@", !name.isEmpty else {
        throw Failure(reason: "'%\(start)' isn't a substitution such as '%#@name@'")
      }
      if position == nil { next += 1 }
      return .substitution(String(name), index)
    }
    guard let specifier = FormatSpecifier.read(&rest) else {
      throw Failure(reason: "'%\(start)' isn't a supported format. Write a percent sign as '%%'")
    }
    if position == nil { next += 1 }
    return .argument(index, specifier)
  }

  /// Reads the position of a value, such as `2$`, which begins with 1.
  private static func position(
    _ rest: inout Substring.UnicodeScalarView, _ start: String
  ) throws(Failure) -> Int? {
    var position = rest
    guard let number = FormatSpecifier.readNumber(&position), position.first == "$" else {
      return nil
    }
    guard number > 0 else { throw Failure(reason: "The positions in '%\(start)' begin with 1") }
    rest = position.dropFirst()
    return number - 1
  }

  /// The values that the text contains, by their indexes.
  var arguments: [Int: FormatSpecifier] {
    var result: [Int: FormatSpecifier] = [:]
    for case .argument(let index, let specifier) in pieces { result[index] = specifier }
    return result
  }
}
