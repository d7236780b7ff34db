import Foundation
import Testing

/// The sources of the sample.
struct SourceTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Booking")

  /// The files of the sample whose names have one of the extensions.
  private func files(_ extensions: String...) throws -> [URL] {
    try #require(FileManager.default.enumerator(at: Self.folder, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { extensions.contains($0.pathExtension) }
  }

  @Test func `The sample has at most 1,100 lines`() throws {
    let lines = try files("swift").map {
      try Data(contentsOf: $0).count { $0 == UInt8(ascii: "\n") }
    }
    let sum = lines.reduce(0, +)
    #expect((1...1_100).contains(sum))
  }

  @Test func `The pages of the sample consist of Cairn's views`() throws {
    let styles = try files("css", "js", "mustache")
    #expect(styles == [])
    for file in try files("swift") {
      let source = try String(contentsOf: file, encoding: .utf8)
      #expect(!source.contains(/\bElement\(|UnsafeHTML|\.class\(/), "\(file.lastPathComponent)")
    }
  }
}
