import Foundation
import Testing

/// The article with the diagrams of the state machines.
enum FlowArticle {
  /// Expects the diagram below a heading of the article to be the given diagram.
  static func expect(_ diagram: String, headed heading: String) throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Cairn/Cairn.docc/Internals.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    let section = try #require(text.range(of: "## \(heading)\n"), "The article has no such heading")
    let rest = text[section.upperBound...]
    let begin = try #require(rest.range(of: "```mermaid\n"))
    let end = try #require(rest.range(of: "```", range: begin.upperBound..<rest.endIndex))
    #expect(
      rest[begin.upperBound..<end.lowerBound] == diagram[...],
      "The article has another diagram. Replace it by:\n\(diagram)")
  }
}
