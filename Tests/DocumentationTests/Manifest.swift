import Foundation
import Testing

/// The parts of a package's manifest that tests check.
struct Manifest: Decodable {
  let name: String
  let targets: [Target]

  struct Target: Decodable {
    let name: String
    let dependencies: [Dependency]
  }

  /// A dependency of a target. Its name is `nil` if it's a product of another package.
  struct Dependency: Decodable {
    let byName: [String?]?
    let target: [String?]?

    var name: String? { (byName ?? target)?.first ?? nil }
  }

  /// Reads the manifest in a folder, with additional environment variables.
  ///
  /// The package manager locks its scratch folder, and `swift test` holds the lock of this build's. So this uses a
  /// folder of its own.
  init(of folder: URL, environment: [String: String] = [:]) throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "manifest-\(UUID())")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", folder.path, "--scratch-path", scratch.path,
      "dump-package",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    self = try JSONDecoder().decode(Manifest.self, from: data)
  }
}
