import Foundation
import Testing

/// A page of the documentation, and its Swift code.
struct Page: CustomTestStringConvertible {
  /// The path in the repository.
  let path: String
  let text: String

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  init(_ path: String) throws {
    self.path = path
    text = try String(contentsOf: Self.url(path), encoding: .utf8)
  }

  var testDescription: String { path }

  /// Returns the URL of a file in the repository.
  static func url(_ path: String) -> URL { root.appending(path: path) }

  /// The articles about Cairn, sorted by name.
  static var articles: [Page] {
    get throws {
      let folder = "Sources/Cairn/Cairn.docc"
      return try FileManager.default.contentsOfDirectory(atPath: url(folder).path)
        .filter { $0.hasSuffix(".md") }.sorted().map { try Page("\(folder)/\($0)") }
    }
  }

  /// The Swift code blocks in order, each with the last file that the text before it names.
  var blocks: [(file: String?, source: String)] {
    var blocks: [(file: String?, source: String)] = []
    var file: String?
    var source: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let block = source {
        if line == "```" {
          blocks.append((file, block))
          (file, source) = (nil, nil)
        } else {
          source = block + line + "\n"
        }
      } else if line == "```swift" {
        source = ""
      } else if let name = line.matches(of: /`([^`]+\.swift)`/).last {
        file = String(name.1)
      }
    }
    return blocks
  }
}
