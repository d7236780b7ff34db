import TestCompiler
import Testing

/// What articles show as Swift compiles as it stands on the page: the blocks of a page, one after the
/// other, are a file.
@Suite(.serialized, .enabled(if: Compiler.isAvailable)) struct ArticleTests {
  @Test(arguments: try Page.articles.filter { !$0.blocks.isEmpty })
  func whatAnArticleShowsCompiles(page: Page) async throws {
    let source = page.blocks.map(\.source).joined(separator: "\n")
    let output = try await Compiler.run(source, "-c", "-o", "/dev/null")
    let complaints = output.split(separator: "\n").filter {
      $0.contains(" error: ") || $0.contains(" warning: ")
    }
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }
}
