import Foundation
import Testing

/// The variants of this package that scripts build.
struct ManifestTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: [
    [:], ["CAIRN_OPTIMIZED": "1"], ["CAIRN_FUZZING": "1"], ["CAIRN_SANITIZER": "thread"],
  ])
  func `Targets depend only on targets of their variant`(environment: [String: String]) throws {
    let variables = ["CAIRN_OPTIMIZED", "CAIRN_FUZZING", "CAIRN_SANITIZER"]
    let cleared = Dictionary(uniqueKeysWithValues: variables.map { ($0, "") })
    let manifest = try Manifest(
      of: Self.root, environment: cleared.merging(environment) { $1 })
    let names = Set(manifest.targets.map(\.name))
    try #require(names.contains("CairnServer"))
    #expect(names.contains("Fuzzing") == (environment["CAIRN_FUZZING"] != nil))
    for target in manifest.targets {
      for dependency in target.dependencies.compactMap(\.name) {
        #expect(names.contains(dependency), "\(target.name) depends on \(dependency).")
      }
    }
  }
}
