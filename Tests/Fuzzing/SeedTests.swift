import Foundation
import Testing

/// Runs the initial inputs of `scripts/fuzz` in each build. Some are committed, including earlier findings, and others
/// are generated.
struct SeedTests {
  @Test(arguments: fuzzTargets.map { $0.name })
  func `Seeds are read correctly`(name: String) throws {
    let type = try #require(fuzzTargets.first { $0.name == name })
    let target = try type.init()
    let seeds = try type.seeds() + committed(name)
    try #require(!seeds.isEmpty)
    for seed in seeds + [[]] { target.run(seed) }
  }

  /// Removes, duplicates, or changes a byte, which a fuzzer tries first.
  @Test(arguments: fuzzTargets.map { $0.name })
  func `Damaged seeds are read or rejected`(name: String) throws {
    let type = try #require(fuzzTargets.first { $0.name == name })
    let target = try type.init()
    for seed in try type.seeds() + committed(name) where !seed.isEmpty {
      for place in stride(from: 0, to: seed.count, by: max(1, seed.count / 16)) {
        target.run(Array(seed[..<place] + seed[(place + 1)...]))
        target.run(Array(seed[...place] + seed[place...]))
        target.run(seed[..<place] + [seed[place] ^ 0x80] + seed[(place + 1)...])
      }
    }
  }

  private func committed(_ name: String) throws -> [[UInt8]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Corpora/\(name)")
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
      .map { Array(try Data(contentsOf: $0)) }
  }
}

/// Records an issue if a condition isn't met.
func require(
  _ condition: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String,
  line: UInt = #line
) {
  do {
    if try !condition() { Issue.record("line \(line): \(message())") }
  } catch {
    Issue.record("line \(line): \(message()): \(error)")
  }
}
