import Foundation
import Testing

/// The readability of the documentation, measured in odd constructions per 1,000 words.
@Suite struct ProseTests {
  /// The maximum for each text. Well-kept projects have up to 4.
  private static let limit = 4.0

  @Test func `Code doesn't count`() throws {
    let habits = try Prose.Habit.all
    let page = """
      # Title

      Submit the form; whoever waits is told so.

      ```swift
      whoever; anew
      ```

      Call ``whoever`` or `anew; whoever`.
      """
    #expect(Prose(markdown: page).findings(of: habits).count == 3)
    let source = """
      /// Whoever waits.
      // Whoever waits.
      let text = "whoever"  // Whoever.
        /// Returns the count,
        /// which is never negative.
      """
    let comments = Prose(commentsOf: [source])
    #expect(comments.findings(of: habits).count == 2)
    #expect(comments.wordCount == 11)
  }

  @Test(
    arguments: [
      ("Nobody waits for it.", "negative subject"),
      ("It is nil where there is none.", "where as a condition"),
      ("The page says that it was kept.", "things that say"),
      ("Of a picker, only the choice is sent.", "fronted of"),
      ("This can not be read.", "stiff auxiliary"),
      ("It stands in the URL.", "stand for be"),
      ("That is what becomes of it.", "come and go"),
      ("It is sent anew.", "dated word"),
      ("It belongs to who has typed it.", "relative clause without a noun"),
    ]) func `Each habit is found`(sentence: String, habit: String) throws
  {
    let findings = Prose(markdown: sentence).findings(of: try Prose.Habit.all)
    #expect(findings.contains { $0.hasPrefix("\(habit):") }, "\(findings)")
  }

  @Test(
    arguments: [
      "People who can't see it hear it. Anyone with the cookie can use the session.",
      "If it is missing, the value is `nil`. The folder where the files are is created.",
      "Who can see my session? The server returns 503. For example, a picker sends its choice.",
    ]) func `Plain sentences have no findings`(text: String) throws
  {
    #expect(Prose(markdown: text).findings(of: try Prose.Habit.all).isEmpty)
  }

  @Test(arguments: try Page.articles + [Page("README.md"), Page("CHANGELOG.md")])
  func `Each page is readable`(page: Page) throws {
    let habits = try Prose.Habit.all
    let prose = Prose(markdown: page.text)
    let figure = prose.figure(of: habits)
    print(
      "\(page.path): \(figure.formatted(.number.precision(.fractionLength(1)))) per 1,000 words")
    #expect(figure <= Self.limit, "\(prose.findings(of: habits).joined(separator: "\n"))")
  }

  @Test func `Comments are readable`() throws {
    let sources = try ["Sources", "Public", "Templates"].map(Page.url).flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }
    let habits = try Prose.Habit.all
    let prose = Prose(commentsOf: sources)
    let figure = prose.figure(of: habits)
    print("Comments: \((figure * 10).rounded() / 10) odd constructions per 1,000 words.")
    #expect(prose.wordCount > 50_000)
    #expect(figure <= Self.limit, "\(prose.findings(of: habits).joined(separator: "\n"))")
  }
}
