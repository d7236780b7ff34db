/// Joins modules into one, which a browser fetches at once and compresses better than its parts.
///
/// The statements of each module that is imported stand before those of who imports it, so their names have to be
/// unique in all modules. It knows the forms that these modules use: an import is a line of its own,
/// `import { a, b } from "./name.js"`, and what is exported is a `function` or a `const` that begins a line. Comments, and spaces that say nothing, are for who reads the modules, and are left out.
struct JoinedModules {
  private let modules: [String: String]
  private var joined: Set<String> = []
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
      } else {
        let isExported = line.hasPrefix("export ")
        lines.append(CompactLine(isExported ? line.dropFirst(7) : line).text)
      }
    }
  }

  private static func code(of module: String) -> [Substring] {
    var isInComment = false
    return module.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { text in
      if text.hasPrefix("/**") { isInComment = true }
      let isComment = isInComment || text.hasPrefix("//")
      if isInComment, text.hasSuffix("*/") { isInComment = false }
      return !isComment && !text.isEmpty
    }
  }
}

/// A line of a script without the spaces beside its signs. Strings, templates and regular expressions, none of which
/// goes on in the next line, are as they were.
struct CompactLine {
  private(set) var text = ""

  init(_ line: Substring) {
    var rest = line
    while let character = rest.first {
      if Self.quotes.contains(character) || character == "/" && isAtExpression {
        let end = Self.end(of: character, in: rest)
        text += rest[..<end]
        rest = rest[end...]
        continue
      }
      rest.removeFirst()
      if character != " " || isSpaceNeeded(before: rest.first) { text.append(character) }
    }
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
