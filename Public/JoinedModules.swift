/// Joins modules into one, which needs only one request, and compresses better than separate files.
///
/// The statements of an imported module precede the statements of the module that imports it. All names must therefore
/// be unique across the modules.
///
/// The modules must follow these rules:
/// - An import has its own line, such as `import { a, b } from "./name.js"`.
/// - An export is a `function` or a `const` at the beginning of a line.
/// - A `//` comment has its own line. A `/** … */` comment can be anywhere.
///
/// Comments, unnecessary spaces, and commas at the ends of lists are removed. The names of constant numbers, such as
/// `const LIMIT_MS = 60_000`, are replaced with the numbers.
struct JoinedModules {
  private let modules: [String: String]
  private var joined: Set<String> = []
  private var numbers: [Substring: String] = [:]
  private var lines: [String] = []

  /// - Parameter entry: The name of the module that browsers run.
  init(of modules: [String: String], from entry: String) {
    self.modules = modules
    join(entry)
  }

  /// The joined lines, without unnecessary line breaks.
  var text: String {
    lines.reduce(into: "") { text, line in
      let isNeeded =
        !(text.last.map(Self.openers.contains) ?? true)
        && !(line.first.map(Self.closers.contains) ?? false)
      // A comma at the end of a list is unnecessary too.
      if text.last == ",", let first = line.first, ")]}".contains(first) { text.removeLast() }
      text += (isNeeded ? "\n" : "") + line
    }
  }

  /// Characters that can't end a statement. A line break after them is unnecessary.
  private static let openers = Set<Character>("{([,=>?:&|")
  /// Characters that can't begin a statement. A line break before them is unnecessary.
  private static let closers = Set<Character>("})],?:&|.")

  /// Adds a module's lines after the lines of the modules that it imports.
  private mutating func join(_ name: String) {
    guard joined.insert(name).inserted else { return }
    for line in Self.code(of: modules[name] ?? "") {
      if let match = line.wholeMatch(of: /import \{.*\} from "\.\/(\w+)\.js"/) {
        join(String(match.1))
        continue
      }
      let statement = line.hasPrefix("export ") ? line.dropFirst(7) : line
      if statement.hasPrefix("const "),
        let match = statement.wholeMatch(of: /const ([A-Z][A-Z_]+) = ([0-9_e]+)/)
      {
        numbers[match.1] = Self.short(match.2)
      } else {
        lines.append(CompactLine(statement, numbers: numbers).text)
      }
    }
  }

  private static func code(of module: String) -> [Substring] {
    withoutDocumentation(module).split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
  }

  private static func withoutDocumentation(_ module: String) -> String {
    var code = ""
    var rest = module[...]
    while let start = rest.firstRange(of: "/**"),
      let end = rest[start.upperBound...].firstRange(of: "*/")
    {
      code += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
      if rest.first == " " { rest.removeFirst() }
    }
    return code + rest
  }

  /// Returns the shortest form of a number.
  private static func short(_ number: Substring) -> String {
    let digits = number.filter { $0 != "_" }
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    return zeros > 2 ? "\(digits.dropLast(zeros))e\(zeros)" : digits
  }
}

/// A line of a script without the spaces next to its signs, and without the parentheses around a single parameter.
/// Strings, templates, and regular expressions don't change. They must end on the same line.
///
/// All variables are declared with `let`, because a script with only one such keyword compresses better.
struct CompactLine {
  private(set) var text = ""

  /// - Parameter numbers: The numbers that replace names.
  init(_ line: Substring, numbers: [Substring: String] = [:]) {
    var rest = line
    while let character = rest.first {
      if Self.quotes.contains(character) || character == "/" && isAtExpression {
        let end = Self.end(of: character, in: rest)
        text += rest[..<end]
        rest = rest[end...]
        continue
      }
      if Self.isOfWord(character) {
        let word = rest.prefix(while: Self.isOfWord)
        text += word == "const" ? "let" : numbers[word] ?? String(word)
        rest = rest[word.endIndex...]
        continue
      }
      rest.removeFirst()
      if character == "=", rest.first == ">" { leaveOutParentheses() }
      if character != " " || isSpaceNeeded(before: rest.first) { text.append(character) }
    }
  }

  /// Removes the parentheses around a single parameter, unless the parameter would merge with a word before them.
  private mutating func leaveOutParentheses() {
    guard text.last == ")", let start = text.lastIndex(of: "(") else { return }
    let name = text[text.index(after: start)...].dropLast()
    guard !name.isEmpty, name.allSatisfy(Self.isOfWord),
      !(text[..<start].last.map(Self.isOfWord) ?? false)
    else { return }
    text.replaceSubrange(start..., with: String(name))
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }

  private static let quotes: Set<Character> = ["\"", "`"]
  /// The signs that need no spaces around them. ``doubled`` contains the exceptions.
  private static let signs = Set("=<>!?:;,{}()[]&|*")

  /// Signs that have a different meaning if they're doubled.
  private static let doubled = Set<Character>("+-")

  private func isSpaceNeeded(before next: Character?) -> Bool {
    guard let last = text.last, let next else { return false }
    if Self.doubled.contains(last) || Self.doubled.contains(next) { return last == next }
    return !Self.signs.contains(last) && !Self.signs.contains(next)
  }

  /// Whether a slash begins a regular expression, and isn't a division.
  private var isAtExpression: Bool { text.last.map { "(,=:[!&|?".contains($0) } ?? true }

  private static func end(of quote: Character, in text: Substring) -> Substring.Index {
    var index = text.index(after: text.startIndex)
    var isInClass = false
    while index < text.endIndex {
      let character = text[index]
      text.formIndex(after: &index)
      switch character {
      case "\\": text.formIndex(after: &index)
      case "[" where quote == "/": isInClass = true
      case "]" where quote == "/": isInClass = false
      case quote where !isInClass: return index
      default: break
      }
    }
    return index
  }
}
