import Foundation
import Testing

/// What `scripts/fuzz` begins with is read by each build: the committed inputs, and those that are made. What
/// fuzzing once found is among them.
struct SeedTests {
  @Test(arguments: fuzzTargets.map { $0.name })
  func seedsAreReadAsTheyHaveToBe(name: String) throws {
    let type = try #require(fuzzTargets.first { $0.name == name })
    let target = try type.init()
    let seeds = try type.seeds() + committed(name)
    try #require(!seeds.isEmpty)
    for seed in seeds + [[]] { target.run(seed) }
  }

  /// One byte less, one twice, one that is another: what a fuzzer tries first.
  @Test(arguments: fuzzTargets.map { $0.name })
  func seedsThatAreDamagedAreReadOrRefused(name: String) throws {
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

/// Records an issue where something is not as it has to be.
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
