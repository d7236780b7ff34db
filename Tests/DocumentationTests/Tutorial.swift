import Foundation

/// The files of someone who follows the tutorial.
///
/// The sentence before each Swift block is an instruction, such as "Replace `BirdLog`:".
struct Tutorial {
  /// An instruction that can't be followed.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// The path of the article in the repository.
  static let path = "Sources/Cairn/Cairn.docc/FirstApp.md"

  /// The contents of the files, by path.
  private var files: [String: String] = [:]
  private var folders: Set<String> = [""]
  /// The Swift file in which declarations are added and replaced.
  private var source = ""

  /// Returns the folder with the files after a step.
  static func folder(step: Int) -> URL { Page.url("Tests/Tutorial/Step\(step)") }

  /// Returns the last component of a path.
  static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

  /// Returns the contents of the files after each step, by path.
  static func steps(of article: String) throws -> [[String: String]] {
    var tutorial = Tutorial()
    return try article.components(separatedBy: "\n## ").enumerated().compactMap { index, section in
      try tutorial.follow(section)
      // An article that begins with a step has no line break before it.
      return section.prefixMatch(of: /(?:## )?Step \d+:/) == nil ? nil : tutorial.files
    }
  }

  /// Follows the paragraphs and blocks of a section.
  private mutating func follow(_ section: String) throws {
    var paragraph = ""
    for part in Self.parts(of: section) {
      if let block = part.wholeMatch(of: /```(\w*)\n((?s).*\n)```/) {
        if block.1 == "swift" { try apply(String(block.2), instruction: Self.last(in: paragraph)) }
        if block.1 == "sh" { createFolders(String(block.2)) }
        paragraph = ""
      } else {
        paragraph = part.replacing("\n", with: " ")
      }
    }
  }

  /// Returns the paragraphs and code blocks of Markdown.
  private static func parts(of markdown: String) -> [String] {
    markdown.matches(of: /(?ms)^```.*?^```$|^(?!```)\S.*?(?=\n\n|\n```|\n?\Z)/).map { String($0.0) }
  }

  /// Returns the last sentence of a paragraph.
  private static func last(in paragraph: String) -> String {
    paragraph.components(separatedBy: ". ").last ?? ""
  }

  private mutating func createFolders(_ commands: String) {
    for match in commands.matches(of: /(?m)^mkdir -p (\S+)$/) {
      var path = ""
      for component in match.1.split(separator: "/").drop(while: { $0 == "first-app" }) {
        path += "\(component)/"
        folders.insert(path)
      }
    }
  }

  /// Changes a file as an instruction demands.
  private mutating func apply(_ block: String, instruction: String) throws {
    if let match = instruction.wholeMatch(of: /Create `([^`]+)`:/) {
      try create(String(match.1), block)
    } else if let match = instruction.wholeMatch(of: /Replace the contents of `([^`]+)`:/) {
      try replaceContents(of: String(match.1), block)
    } else if let match = instruction.wholeMatch(
      of: /(?:In `([^`]+)`, r|R)eplace (.+?)(?:, including `@main`)?:/)
    {
      try checkSource(match.1)
      try edit(instruction, Self.names(in: match.2)) { declarations, range in
        declarations.replaceSubrange(range, with: [block])
      }
    } else if let match = instruction.wholeMatch(
      of: /(?:In `([^`]+)`, a|A)dd (?:\w+ )?\w+ below (.+):/)
    {
      try checkSource(match.1)
      try edit(instruction, Self.names(in: match.2)) { declarations, range in
        declarations.insert(block, at: range.upperBound)
      }
    } else {
      throw Problem(description: "There's no instruction before a block: “\(instruction)”")
    }
  }

  private mutating func create(_ path: String, _ text: String) throws {
    guard files[path] == nil else { throw Problem(description: "\(path) already exists.") }
    let folder = String(path.dropLast(Self.name(of: path).count))
    guard folders.contains(folder) else {
      throw Problem(description: "There's no folder \(folder).")
    }
    files[path] = text
    if Self.name(of: path) != "Package.swift", source.isEmpty { source = path }
  }

  private mutating func replaceContents(of path: String, _ text: String) throws {
    guard files[path] != nil else { throw Problem(description: "\(path) doesn't exist.") }
    files[path] = text
  }

  private func checkSource(_ name: Substring?) throws {
    guard name == nil || name.map(String.init) == Self.name(of: source) else {
      throw Problem(description: "\(name ?? "") isn't the source file.")
    }
  }

  /// Returns the names in "`A` and `B`" or "the imports".
  private static func names(in list: Substring) -> [String] {
    list.components(separatedBy: " and ").map { $0.replacing("`", with: "") }
  }

  /// Changes declarations of the source file.
  /// - Parameter change: Receives all declarations, and the range of the named ones.
  private mutating func edit(
    _ instruction: String, _ names: [String], _ change: (inout [String], Range<Int>) -> Void
  ) throws {
    var declarations = Self.declarations(in: files[source] ?? "")
    let indices = try names.map { name in
      let found = declarations.indices.filter { Self.name(ofDeclaration: declarations[$0]) == name }
      guard found.count == 1 else {
        throw Problem(description: "“\(instruction)” needs exactly one \(name).")
      }
      return found[0]
    }
    let range = indices[0]..<indices[0] + indices.count
    guard Array(range) == indices else {
      throw Problem(description: "“\(instruction)” needs types next to each other.")
    }
    change(&declarations, range)
    files[source] = declarations.map { $0.trimmingCharacters(in: .newlines) + "\n" }
      .joined(separator: "\n")
  }

  /// Returns the declarations at the top level, each with its attributes. All imports are one declaration.
  private static func declarations(in source: String) -> [String] {
    var declarations: [String] = []
    for part in source.components(separatedBy: "\n\n") {
      // An empty line within a declaration is followed by indented code.
      if part.hasPrefix(" "), let last = declarations.popLast() {
        declarations.append("\(last)\n\n\(part)")
      } else {
        declarations.append(part)
      }
    }
    return declarations
  }

  private static func name(ofDeclaration text: String) -> String? {
    if text.hasPrefix("import ") { return "the imports" }
    return text.firstMatch(of: /(?m)^(?:struct|enum) (\w+)/).map { String($0.1) }
  }
}
