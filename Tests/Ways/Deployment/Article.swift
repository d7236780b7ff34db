import Foundation
import Testing

/// An article of the documentation.
package struct Article {
  package let text: String

  package init(_ name: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    text = try String(
      contentsOf: root.appending(path: "Sources/Cairn/Cairn.docc/\(name).md"), encoding: .utf8)
  }

  /// Returns a code block in a language.
  /// - Parameters:
  ///   - index: The position of the block among the blocks in the language.
  ///   - count: The number of blocks in the language.
  package func block(_ language: String, _ index: Int = 0, of count: Int) throws -> String {
    let blocks = text.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    try #require(blocks.count == count, "\(blocks.count) blocks of \(language)")
    return blocks[index]
  }
}
