import Foundation
import Testing

@testable import CairnServer

/// Running Graphviz for the map. In these tests, a shell replaces it.
@Suite struct GraphvizTests {
  private func shell(_ script: String) -> Graphviz {
    Graphviz(program: URL(filePath: "/bin/sh"), arguments: ["-c", script])
  }

  @Test func `Graphviz reads the graph and returns the picture`() throws {
    #expect(
      try shell("echo \"<svg>$(cat)</svg>\"").svg(of: "digraph {}") == "<svg>digraph {}</svg>\n")
  }

  @Test func `An error is thrown if Graphviz rejects the graph`() throws {
    let graphviz = shell("cat >/dev/null; exit 3")
    #expect(throws: (any Error).self) { try graphviz.svg(of: "digraph {}") }
  }

  @Test func `The first program in the search path is used`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "graphviz-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(Graphviz(path: folder.path)?.program == nil)
    let dot = folder.appending(path: "dot")
    try FileManager.default.createSymbolicLink(
      at: dot, withDestinationURL: URL(filePath: "/bin/sh"))
    #expect(Graphviz(path: "/none:\(folder.path):/bin")?.program.path == dot.path)
    #expect(Graphviz(path: folder.path)?.arguments == ["-Tsvg"])
  }
}
