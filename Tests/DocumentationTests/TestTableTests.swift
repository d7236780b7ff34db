import Foundation
import Testing

/// Tables in articles, such as those about attacks, name the tests of their claims.
@Suite struct TestTableTests {
  /// A suite, or a test in a suite.
  private struct Name: Hashable {
    let suite: String
    var test: String?
  }

  @Test func `Names in a table's last column are found`() {
    let article = """
      Text | `TextTests` |

      | Attack | Test |
      |---|---|
      | `OtherTests` | `RowTests`, `.Rows, twice`, `ColumnTests.aColumn` (see `columns`) |
      | None | `.none`, ``RowTests.`A row` `` |

      | Attack | Protection |
      |---|---|
      | One | `NoTests` |
      """
    #expect(
      Self.names(in: article) == [
        Name(suite: "RowTests"), Name(suite: "RowTests", test: "Rows, twice"),
        Name(suite: "ColumnTests", test: "aColumn"), Name(suite: "RowTests", test: "A row"),
      ])
  }

  @Test func `Suites and tests in a source file are found`() {
    let source = """
      @Suite(.serialized) struct RowTests {
        struct Row {}
        func helper() {}
        @Test(arguments: [
          1
        ])
        func `A row`(number: Int) {
          func nested() {}
        }
      }
      private extension ColumnTests {
        @Test func aColumn() {}
      }
      """
    #expect(
      Self.declarations(in: source) == [
        Name(suite: "RowTests"), Name(suite: "RowTests", test: "A row"),
        Name(suite: "ColumnTests"), Name(suite: "ColumnTests", test: "aColumn"),
      ])
  }

  @Test func `Tables name tests that exist`() throws {
    let folder = Page.url("Tests")
    let declared = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .reduce(into: Set<Name>()) { names, path in
        let source = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        names.formUnion(Self.declarations(in: source))
      }
    var count = 0
    for page in try Page.articles {
      for name in Self.names(in: page.text) {
        count += 1
        #expect(
          declared.contains(name),
          "\(page.path) names \(name.suite)\(name.test.map { ".\($0)" } ?? "").")
      }
    }
    #expect(count > 100)
  }

  /// Returns the names in tables whose last column is "Test".
  ///
  /// A name is code: a suite, a suite and a test with a period between them, or a period and another test of the
  /// preceding suite. If a test's name is a sentence, its backticks can be left out.
  private static func names(in article: String) -> [Name] {
    var names: [Name] = []
    var hasTests: Bool?
    for line in article.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        hasTests = nil
        continue
      }
      let cell = line.split(separator: "|").last ?? ""
      guard let isTestTable = hasTests else {
        hasTests = cell == " Test "
        continue
      }
      guard isTestTable else { continue }
      var suite: String?
      for code in cell.matches(of: /(`+)(.+?)\1/) {
        let text = code.2.replacing("`", with: "").trimmingCharacters(in: .whitespaces)
        guard let name = text.wholeMatch(of: /(\w+Tests)?(?:\.(.+))?/) else { continue }
        if let named = name.1 { suite = String(named) }
        if let suite { names.append(Name(suite: suite, test: name.2.map(String.init))) }
      }
    }
    return names
  }

  /// Returns the suites at the top level of a source file, and their tests.
  private static func declarations(in source: String) -> Set<Name> {
    var names: Set<Name> = []
    var suite: String?
    var isTest = false
    for line in source.split(separator: "\n") {
      if !line.hasPrefix(" "), line.contains("Tests"),
        let match = line.firstMatch(of: /\b(?:struct|class|actor|enum|extension) (\w+Tests)\b/)
      {
        suite = String(match.1)
        names.insert(Name(suite: String(match.1)))
      }
      if line.contains("@Test") { isTest = true }
      if isTest, line.contains("func "), let suite,
        let match = line.firstMatch(of: /\bfunc (?:`([^`]+)`|(\w+))/)
      {
        names.insert(Name(suite: suite, test: (match.1 ?? match.2).map(String.init)))
        isTest = false
      }
    }
    return names
  }
}
