import Foundation
import Testing

/// Public names are used in the sources, in a test, or in the documentation.
@Suite struct PublicNamesTests {
  /// Names that the compiler uses, or that a macro derives.
  private static let exceptions: Set<Substring> = [
    "appendLiteral", "appendInterpolation", "encodable", "decodable",
  ]

  @Test func `Each public name is mentioned outside its declaration`() throws {
    var mentions: [Substring: Int] = [:]
    var declarations: [Substring: String] = [:]
    for path in try Self.paths() {
      let text = try String(contentsOf: Page.url(path), encoding: .utf8)
      for line in text.split(separator: "\n") {
        var isPublic = false
        var isDeclared = false
        for word in Self.words(line) {
          mentions[word, default: 0] += 1
          if isDeclared, isPublic, path.hasPrefix("Sources/"), declarations[word] == nil {
            declarations[word] = path
          }
          isDeclared = Self.keywords.contains(word)
          if word == "public" { isPublic = true }
        }
      }
    }
    #expect(declarations.count > 1000)
    let unused = declarations.filter { mentions[$0.key] == 1 && !Self.exceptions.contains($0.key) }
    #expect(unused.isEmpty, "\(unused.map { "\($0.key) in \($0.value)" }.sorted())")
  }

  private static let keywords: Set<Substring> = [
    "func", "var", "let", "struct", "enum", "class", "actor", "protocol", "typealias", "case",
  ]

  private static func words(_ line: Substring) -> [Substring] {
    line.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_") }
  }

  private static func paths() throws -> [String] {
    try ["Sources", "Tests", "Public", "Templates"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: Page.url(folder).path)
        .map { "\(folder)/\($0)" }
    }.filter {
      // The reference lists all public names.
      ($0.hasSuffix(".swift") || $0.hasSuffix(".md")) && !$0.contains("/Cairn.docc/Reference/")
    } + ["README.md"]
  }
}
