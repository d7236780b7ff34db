import Testing

/// How much of the server's files has to be understood at once.
@Suite struct TypeGraphTests {
  @Test func aCycleIsFound() {
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

  /// A change may make the cycle smaller, and then these figures, but not larger.
  @Test func theServersCycleDoesNotGrow() throws {
    let graph = try TypeGraph(folder: Page.url("Sources/CairnServer"))
    let files = TypeGraph.largestCycle(in: graph.uses)
    let folders = TypeGraph.largestCycle(in: graph.folders)
    let lines = files.reduce(0) { $0 + (graph.lines[$1] ?? 0) }
    print(
      """
      CairnServer: \(files.count) of \(graph.lines.count) files (\(lines) lines) and \(folders.count) of \
      \(graph.folders.count) folders are in one cycle.
      """)
    #expect(graph.lines.count > 100)
    #expect(files.count <= 37)
    #expect(folders.count <= 15)
  }
}
