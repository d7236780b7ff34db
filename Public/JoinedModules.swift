/// Joins modules into one, which a browser fetches at once and compresses better than its parts.
///
/// The statements of each module that is imported stand before those of who imports it, so their names have to be
/// unique in all modules. It knows the forms that these modules use: an import is a line of its own,
/// `import { a, b } from "./name.js"`, and what is exported is a `function` or a `const` that begins a line.
///
/// Comments, and spaces that say nothing, are for who reads the modules, and are left out: `//` comments have lines of
/// their own, and `/** … */` may be anywhere. A number with a name in capitals, such as `const LIMIT_MS = 60_000`, is
/// written where its name is used.
struct JoinedModules {
  private let modules: [String: String]
  private var joined: Set<String> = []
  private var numbers: [Substring: String] = [:]
  private var lines: [String] = []

  /// - Parameter entry: The name of the module that is run.
  init(of modules: [String: String], from entry: String) {
    self.modules = modules
    join(entry)
  }

  /// The lines; a line's end is left out where it says nothing.
  var text: String {
    lines.reduce(into: "") { text, line in
      let isNeeded =
        !(text.last.map(Self.openers.contains) ?? true)
        && !(line.first.map(Self.closers.contains) ?? false)
      text += (isNeeded ? "\n" : "") + line
    }
  }

  /// What no statement ends with, and what none begins with.
  private static let openers = Set<Character>("{([,=>?:&|")
  private static let closers = Set<Character>("})],?:&|.")

  /// Adds a module's lines, behind those of what it imports.
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

  /// A number in as few characters as it can be written.
  private static func short(_ number: Substring) -> String {
    let digits = number.filter { $0 != "_" }
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    return zeros > 2 ? "\(digits.dropLast(zeros))e\(zeros)" : digits
  }
}

/// A line of a script without the spaces beside its signs, and without the parentheses of a single parameter. Strings, templates and regular expressions, none of which
/// goes on in the next line, are as they were.
///
/// All variables are declared with `let`: a script with one word for that compresses better than one with two.
struct CompactLine {
  private(set) var text = ""

  /// - Parameter numbers: What is written for names.
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

  /// Leaves out the parentheses of a single parameter, where nothing before them would become one word with it.
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
  /// Without those that mean something else where two of them meet.
  private static let signs = Set("=<>!?:;,{}()[]&|*")

  /// Two signs of these mean something else side by side.
  private static let doubled = Set<Character>("+-")

  private func isSpaceNeeded(before next: Character?) -> Bool {
    guard let last = text.last, let next else { return false }
    if Self.doubled.contains(last) || Self.doubled.contains(next) { return last == next }
    return !Self.signs.contains(last) && !Self.signs.contains(next)
  }

  /// Whether a slash is no division.
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
