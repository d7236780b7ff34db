import Foundation
import Testing

@testable import CairnServer

/// Graphviz, as far as the map knows it; a shell plays its part.
@Suite struct GraphvizTests {
  private func shell(_ script: String) -> Graphviz {
    Graphviz(program: URL(filePath: "/bin/sh"), arguments: ["-c", script])
  }

  @Test func theGraphGoesInAndThePictureComesOut() throws {
    #expect(
      try shell("echo \"<svg>$(cat)</svg>\"").svg(of: "digraph {}") == "<svg>digraph {}</svg>\n")
  }

  @Test func aGraphThatItDoesNotTakeIsSaid() throws {
    let graphviz = shell("cat >/dev/null; exit 3")
    #expect(throws: (any Error).self) { try graphviz.svg(of: "digraph {}") }
  }

  @Test func itIsTheFirstOfTheSearchPath() throws {
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
