import Foundation
import Testing

/// The README's package is the one in `Tests/ReadmePackage`. Its program and tests are built with the other targets,
/// as `Tally` and `TallyTests`.
@Suite struct ReadmeTests {
  private let blocks: [(file: String?, source: String)]

  init() throws {
    blocks = try Page("README.md").blocks
  }

  @Test func `The README contains the files that are built`() throws {
    let files = ["Package.swift", "Sources/Tally/Tally.swift", "Tests/TallyTests/TallyTests.swift"]
    #expect(blocks.map(\.file) == files.map { "tally/\($0)" })
    for (name, block) in zip(files, blocks) {
      let file = Page.url("Tests/ReadmePackage").appending(path: name)
      #expect(try String(contentsOf: file, encoding: .utf8) == block.source)
    }
  }

  @Test func `The README's manifest is valid`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(blocks[0].source.utf8).write(to: folder.appending(path: "Package.swift"))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "package", "--package-path", folder.path, "dump-package"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    struct Manifest: Decodable {
      struct Target: Decodable { let name: String }
      let name: String
      let targets: [Target]
    }
    let manifest = try JSONDecoder().decode(Manifest.self, from: data)
    #expect(manifest.name == "tally")
    #expect(manifest.targets.map(\.name) == ["Tally", "TallyTests"])
  }
}
