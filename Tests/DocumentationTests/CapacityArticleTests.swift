import Capacity
import Foundation
import Testing

/// The figures in the article “Capacity” are the program's.
@Suite struct CapacityArticleTests {
  private static let tables = CapacityReport().tables

  private static func article() throws -> String {
    try Page("Sources/Cairn/Cairn.docc/Capacity.md").text
  }

  /// If this fails, run `scripts/benchmark capacity`, and copy its tables to the article.
  @Test func `The article has the tables of the program, in their order`() throws {
    var rest = try Self.article()[...]
    #expect(Self.tables.count == 8)
    for table in Self.tables {
      let place = rest.range(of: "\n\n\(table.text)\n\n")
      #expect(place != nil, "\(table.title)\n\n\(table.text)")
      if let place { rest = rest[place.upperBound...] }
    }
  }

  @Test func `Each number in the text is in a table of the program`() throws {
    let article = try Self.article()
    let end = try #require(article.range(of: "\n## Sources\n")).lowerBound
    let text = article[..<end].replacing(/(?ms)^```.*?^```/, with: "")
      .replacing(/(?m)^\|.*$/, with: "").replacing(/`[^`\n]*`/, with: "")
    let known = Set(Self.tables.flatMap { Self.numbers(in: $0.text) })
    let numbers = Self.numbers(in: text)
    #expect(numbers.count > 10)
    for number in numbers {
      #expect(known.contains(number), "\(number) isn't in a table.")
    }
  }

  @Test func `Numbers are found in a text`() {
    #expect(
      Self.numbers(in: "1,000,000 people, 0.5 s (50 %), and 2. A page has 4.1 kB.")
        == ["1,000,000", "0.5", "50", "2", "4.1"])
  }

  private static func numbers(in text: some StringProtocol) -> [String] {
    String(text).matches(of: /\d+(?:[,.]\d+)*/).map { String($0.output) }
  }
}
