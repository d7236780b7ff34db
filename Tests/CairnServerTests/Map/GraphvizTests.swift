import Foundation
import Testing

@testable import CairnServer

/// Graphviz, as far as the map knows it: played by a script, and the real one where it is installed.
@Suite struct GraphvizTests {
  private func folder(with script: String?) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "graphviz-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard let script else { return folder }
    let file = folder.appending(path: "dot")
    try "#!/bin/sh\n\(script)\n".write(to: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return folder
  }

  @Test func theGraphGoesInAndThePictureComesOut() throws {
    let folder = try folder(with: "echo \"<svg>$1 $(cat)</svg>\"")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(
      try Graphviz.svg(of: "digraph {}", path: "/none:\(folder.path)")
        == "<svg>-Tsvg digraph {}</svg>\n")
  }

  @Test func withoutItThereIsNoPicture() throws {
    let folder = try folder(with: nil)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try Graphviz.svg(of: "digraph {}", path: folder.path) == nil)
  }

  @Test func aGraphThatItDoesNotTakeIsSaid() throws {
    let folder = try folder(with: "cat >/dev/null; exit 3")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: (any Error).self) { try Graphviz.svg(of: "digraph {}", path: folder.path) }
  }
}
