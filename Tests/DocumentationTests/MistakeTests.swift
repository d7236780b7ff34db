import Foundation
import TestCompiler
import Testing

/// The compiler's messages for mistakes of developers who know SwiftUI or the Composable Architecture.
@Suite(.serialized, .enabled(if: Compiler.isAvailable)) struct MistakeTests {
  /// Each file contains the expected messages in comments above the lines with mistakes.
  @Test func aMistakeIsExplainedAtItsLine() async throws {
    let files = try Self.files("Tests/Mistakes")
    #expect(files.count > 30)
    let diagnostics = try await Compiler.diagnostics(of: files)
    for file in files {
      let name = file.lastPathComponent
      let expected = Self.expectations(in: try String(contentsOf: file, encoding: .utf8))
      #expect(!expected.isEmpty, "\(name) expects no error.")
      let found = (diagnostics[name] ?? []).sorted()
      #expect(found == expected.sorted(), "\(name)")
    }
    let others = Set(diagnostics.keys).subtracting(files.map(\.lastPathComponent))
    #expect(others.isEmpty, "\(others.map { diagnostics[$0] ?? [] })")
  }

  /// What the messages suggest compiles, and so do your own declarations with the names of hints.
  @Test func suggestionsAndYourOwnNamesCompile() async throws {
    let files = try Self.files("Tests/Mistakes/Corrected")
    #expect(!files.isEmpty)
    let output = try await Compiler.run(files, ["-typecheck", "-whole-module-optimization"])
    #expect(!output.contains("error:") && !output.contains("warning:"), "\(output)")
  }

  @Test func expectationsApplyToTheNextLineOfCode() {
    let source = """
      // A comment.
      // error: one
      // warning: two,
      //   continued
      let a = 1
      let b = 2  // error: not at the start of a line
      """
    #expect(
      Self.expectations(in: source) == [
        Compiler.Diagnostic(line: 5, message: "error: one"),
        Compiler.Diagnostic(line: 5, message: "warning: two, continued"),
      ])
  }

  private static func files(_ folder: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: Page.url(folder), includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
  }

  /// Returns the messages in comments such as `// error: …`, which apply to the next line of code. A message continues
  /// in comments that are indented.
  private static func expectations(in source: String) -> [Compiler.Diagnostic] {
    var result: [Compiler.Diagnostic] = []
    var messages: [String] = []
    for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("// error: ") || text.hasPrefix("// warning: ") {
        messages.append(String(text.dropFirst(3)))
      } else if text.hasPrefix("//   "), let message = messages.popLast() {
        messages.append("\(message) \(text.dropFirst(5))")
      } else if !text.hasPrefix("//") {
        result += messages.map { Compiler.Diagnostic(line: index + 1, message: $0) }
        messages = []
      }
    }
    return result
  }
}
