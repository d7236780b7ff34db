import TestCompiler
import Testing

/// Compiles the Swift code of articles. The code blocks of an article, one after the other, are one file, except in the
/// tutorial. See ``TutorialTests``.
@Suite(.serialized, .enabled(if: Compiler.isAvailable)) struct ArticleTests {
  @Test(
    arguments: try Page.articles.filter { !$0.blocks.isEmpty && $0.path != Tutorial.path })
  func `The code of an article compiles without warnings`(page: Page) async throws {
    let source = page.blocks.map(\.source).joined(separator: "\n")
    let output = try await Compiler.run(source, "-c", "-o", "/dev/null")
    let complaints = output.split(separator: "\n").filter {
      $0.contains(" error: ") || $0.contains(" warning: ")
    }
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }
}
