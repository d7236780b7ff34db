import Foundation
import Testing

/// Links between articles lead to an article, and to one of its headings.
@Suite struct LinkTests {
  /// The anchors of the headings of each article, by the article's name.
  private static var anchors: [String: [String]] {
    get throws {
      try Dictionary(
        uniqueKeysWithValues: Page.articles.map { page in
          (name(of: page), prose(of: page).matches(of: /(?m)^#+ (.+)$/).map { anchor($0.1) })
        })
    }
  }

  private static func name(of page: Page) -> String {
    URL(filePath: page.path).deletingPathExtension().lastPathComponent
  }

  /// The text of a page without its blocks of code.
  private static func prose(of page: Page) -> String {
    page.text.replacing(/(?ms)^```.*?^```/, with: "")
  }

  /// A heading as links name it: letters, digits, and hyphens for spaces.
  private static func anchor(_ heading: Substring) -> String {
    String(heading.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" })
      .replacing(" ", with: "-")
  }

  @Test(arguments: try Page.articles)
  func `each link leads to an article and a heading`(page: Page) throws {
    let anchors = try Self.anchors
    let prose = Self.prose(of: page)
    for link in prose.matches(of: /<doc:(\w+)(?:#([^>]+))?>/) {
      let headings = anchors[String(link.1)]
      #expect(headings != nil, "there's no article '\(link.1)'")
      if let headings, let anchor = link.2 {
        #expect(headings.contains(String(anchor)), "'\(link.1)' has no heading '\(anchor)'")
      }
    }
    for link in prose.matches(of: /\]\(#([^)]+)\)/) {
      let headings = anchors[Self.name(of: page)] ?? []
      #expect(headings.contains(String(link.1)), "this article has no heading '\(link.1)'")
    }
  }

  @Test func `the landing page and the README list each article`() throws {
    let articles = try Page.articles
    let landing = try #require(articles.first { Self.name(of: $0) == "Cairn" })
    let readme = try Page("README.md")
    for page in articles where page.path != landing.path {
      #expect(landing.text.contains("- <doc:\(Self.name(of: page))>"), "\(page.path)")
      #expect(readme.text.contains("](\(page.path))"), "\(page.path)")
    }
  }
}
