import Foundation
import Testing

/// An article of the documentation.
struct Article {
  let text: String

  init(_ name: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    text = try String(
      contentsOf: root.appending(path: "Sources/Cairn/Cairn.docc/\(name).md"), encoding: .utf8)
  }

  /// Returns the only code block in a language.
  func block(_ language: String) throws -> String {
    let blocks = text.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    try #require(blocks.count == 1, "\(blocks.count) blocks of \(language)")
    return blocks[0]
  }
}
