import Foundation
import Testing

@testable import Gallery

/// The code that the catalog shows next to its samples.
@Suite struct CatalogSourcesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/Gallery/Catalog")

  /// Returns the lines of code without their indentation.
  private static func lines(_ code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }

  /// Returns the lines of a file of the catalog.
  private static func lines(ofFile name: String) throws -> String {
    lines(try String(contentsOf: folder.appending(path: name), encoding: .utf8))
  }

  @Test func `The code of each sample is current`() throws {
    #expect(!CatalogSources.all.isEmpty)
    for (key, code) in CatalogSources.all {
      let parts = key.split(separator: ": ", maxSplits: 1)
      try #require(parts.count == 2, "\(key)")
      let source = try Self.lines(ofFile: String(parts[0]))
      // The types that a sample uses follow after an empty line. A sample itself can also have empty lines.
      let marker = "\n\nprivate struct "
      let code = Self.lines(code)
      let end = code.firstRange(of: marker)?.lowerBound ?? code.endIndex
      let closure = "Sample(\"\(parts[1])\") {\n\(code[..<end])\n}\n"
      #expect(source.contains(closure), "\(key): run scripts/catalog")
      for type in code[end...].split(separator: marker) {
        #expect(source.contains("private struct \(type)\n"), "\(key): run scripts/catalog")
      }
    }
  }

  @Test func `Each sample has code`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
      .filter { $0.hasSuffix(".swift") && !["CatalogSources.swift", "Sample.swift"].contains($0) }
    var count = 0
    for name in files {
      for match in try Self.lines(ofFile: name).matches(of: #/\nSample\("([^"]+)"\) \{\n/#) {
        count += 1
        let code = CatalogSources.code(of: String(match.1), in: "Gallery/\(name)")
        #expect(!code.isEmpty, "\(name), \(match.1): run scripts/catalog")
      }
    }
    // No titles are repeated in a file, and no code is left over.
    #expect(count == CatalogSources.all.count, "run scripts/catalog")
  }
}
