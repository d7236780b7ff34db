import Foundation
import Testing

/// The sources of the sample.
struct SourceTests {
  @Test func `The sample has at most 1,100 lines`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/Booking")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    ).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    let lines = try files.map { try Data(contentsOf: $0).count { $0 == UInt8(ascii: "\n") } }
    let sum = lines.reduce(0, +)
    #expect((1...1_100).contains(sum))
  }
}
