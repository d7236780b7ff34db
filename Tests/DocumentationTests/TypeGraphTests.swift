import Foundation
import Testing

/// Dependencies among the server's files and folders.
@Suite struct TypeGraphTests {
  @Test func `A cycle is found`() {
    let graph = TypeGraph(files: [
      "Low/A.swift": "/// Not `C`.\nstruct A { let text = \"C\" }\n",
      "Low/B.swift": "final class B {\n  var a: A\n  var c: C?\n}\n",
      "High/C.swift": "public struct C { let b: B }\n",
      "High/D.swift": "extension C { func d() -> A { A() } }\n",
    ])
    #expect(graph.uses["Low/A.swift"] == [])
    #expect(graph.uses["High/D.swift"] == ["High/C.swift", "Low/A.swift"])
    #expect(TypeGraph.largestCycle(in: graph.uses) == ["Low/B.swift", "High/C.swift"])
    #expect(graph.folders == ["Low": ["High"], "High": ["Low"]])
    #expect(TypeGraph.largestCycle(in: graph.folders) == ["Low", "High"])
    #expect(TypeGraph.largestCycle(in: ["a": ["b"], "b": []]) == [])
  }

  /// Returns the folders in the article on the server's internals, from the highest level to the lowest.
  private static func levels() throws -> [String] {
    let article = try String(
      contentsOf: Page.url("Sources/Cairn/Cairn.docc/Internals.md"), encoding: .utf8)
    let start = try #require(article.range(of: "\n## Levels\n"))
    let rest = article[start.upperBound...]
    // Other sections have tables too.
    let section = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    return section.matches(of: /(?m)^\| `(\w+)\/?` \|/).map { String($0.output.1) }
  }

  @Test func `No file mentions a type of a higher level`() throws {
    let graph = try TypeGraph(folder: Page.url("Sources/CairnServer"))
    let levels = try Self.levels()
    let files = TypeGraph.largestCycle(in: graph.uses)
    let lines = files.reduce(0) { $0 + (graph.lines[$1] ?? 0) }
    print(
      """
      CairnServer: \(graph.lines.count) files, \(graph.lines.values.reduce(0, +)) lines. \(levels.count) folders are \
      levels. The largest cycle has \(files.count) files (\(lines) lines): \(files.sorted()).
      """)
    #expect(graph.lines.count > 100)
    #expect(Set(graph.folders.keys).subtracting([""]) == Set(levels))
    for (path, others) in graph.uses {
      guard let level = levels.firstIndex(of: TypeGraph.folder(of: path)) else { continue }
      for other in others {
        let otherLevel = levels.firstIndex(of: TypeGraph.folder(of: other)) ?? -1
        #expect(otherLevel >= level, "\(path) mentions a type of \(other).")
      }
    }
    #expect(TypeGraph.largestCycle(in: graph.folders) == [])
  }
}
