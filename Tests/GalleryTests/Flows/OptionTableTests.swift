import Foundation
import Testing
import Ways

/// The options in `Gallery --help`, which lists the options of every server, match the article about
/// deployment.
@Suite(.withoutScript(.process)) struct OptionTableTests {
  private struct Option: Hashable, CustomStringConvertible {
    var name: Substring
    var variable: Substring
    var value: Substring?

    var description: String { "\(name) [\(variable)] (default: \(value ?? "none"))" }
  }

  private static func help() throws -> String {
    let process = Process()
    process.executableURL = GalleryProcess.executable
    process.arguments = ["--help"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// Parses the help, where each option starts a line: `  --port <port>  The port. [CAIRN_PORT]
  /// (default: 8080)`.
  private static func options(help: String) throws -> Set<Option> {
    let option =
      #/--(?<name>[a-z-]+) .*\[(?<variable>CAIRN_[A-Z_]+)[^\]]*\](?: \(default: (?<value>.*)\))?/#
    return Set(
      try help.components(separatedBy: "\n  --").dropFirst().compactMap { text in
        let text = "--" + text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return try option.prefixMatch(in: text).map {
          Option(name: $0.name, variable: $0.variable, value: $0.value)
        }
      })
  }

  /// Parses the article, where each option has a row. Only a default is in backticks.
  private static func options(article: String) throws -> Set<Option> {
    let row =
      #/\| `--(?<name>[a-z-]+)` \| `(?<variable>CAIRN_[A-Z_]+)` \| (?:`(?<value>[^`]*)`|[^|`]*) \|.*/#
    return Set(
      try article.split(separator: "\n").compactMap { line in
        try row.wholeMatch(in: line).map {
          Option(name: $0.name, variable: $0.variable, value: $0.value)
        }
      })
  }

  @Test func `The article lists exactly the options of the help`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let article = try Self.options(
      article: String(
        contentsOf: root.appending(path: "Sources/Cairn/Cairn.docc/Deployment.md"),
        encoding: .utf8))
    let text = try Self.help()
    let help = try Self.options(help: text)
    // Check that the parser found every option.
    #expect(help.count == text.components(separatedBy: "\n  --").count - 1)
    #expect(!help.isEmpty)
    #expect(article.subtracting(help).isEmpty)
    #expect(help.subtracting(article).isEmpty)
  }
}
