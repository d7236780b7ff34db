import Foundation
import TestCompiler
import Testing

/// The README's package after both steps is the one in `Tests/ReadmePackage`. Its program and tests are built and run
/// with the others, as `Tally` and `TallyTests`.
@Suite struct ReadmeTests {
  private let blocks: [(file: String?, source: String)]

  init() throws {
    blocks = try Page("README.md").blocks
  }

  @Test func `The README contains the files that are built`() throws {
    let program = "Sources/Tally/Tally.swift"
    let tests = "Tests/TallyTests/TallyTests.swift"
    let files = ["Package.swift", program, tests, program, tests]
    #expect(blocks.map(\.file) == files.map { "tally/\($0)" })
    #expect(try Self.text(of: "Package.swift") == blocks[0].source)
    // The second step replaces the reducer and the view, and adds a test.
    let first = blocks[1].source
    let reducer = try #require(first.range(of: "@Reducer\n")).lowerBound
    let application = try #require(first.range(of: "@main\n")).lowerBound
    let second = "\(first[..<reducer])\(blocks[3].source)\n\(first[application...])"
    #expect(try Self.text(of: program) == second)
    #expect(try Self.text(of: tests) == "\(blocks[2].source)\n\(blocks[4].source)")
  }

  private static func text(of file: String) throws -> String {
    try String(
      contentsOf: Page.url("Tests/ReadmePackage").appending(path: file), encoding: .utf8)
  }

  @Test(.enabled(if: Compiler.isAvailable)) func `The program of the first step compiles`()
    async throws
  {
    #expect(try await Compiler.diagnostics(blocks[1].source).isEmpty)
  }

  @Test func `The README's manifest is valid`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(blocks[0].source.utf8).write(to: folder.appending(path: "Package.swift"))
    let manifest = try Manifest(of: folder)
    #expect(manifest.name == "tally")
    #expect(manifest.targets.map(\.name) == ["Tally", "TallyTests"])
  }
}
