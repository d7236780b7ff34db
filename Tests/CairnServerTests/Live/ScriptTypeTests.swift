import CairnPublic
import Foundation
import Testing
import Ways

/// The types in comments of the script's modules and of the checks in browsers.
@Suite(.timeLimit(.minutes(30))) struct ScriptTypeTests {
  /// TypeScript's compiler, which `scripts/test` installs.
  private static let compiler = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/tsc" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../BrowserTests/Modules").standardizedFileURL

  @Test(.enabled(if: compiler != nil || isCI, "TypeScript's compiler isn't installed"))
  func `TypeScript's compiler finds no type errors in the script's modules`() async throws {
    let compiler = try #require(Self.compiler, "CI needs tsc, which scripts/test installs")
    let (status, output) = try await Self.run(
      compiler, ["--project", Self.project.path, "--listFiles"])
    let lines = output.split(separator: "\n")
    let isFile = { (line: Substring) in line.hasPrefix("/") && !line.contains(": error ") }
    #expect(status == 0, "\(lines.filter { !isFile($0) }.joined(separator: "\n"))")
    for name in CairnPublic.modules.keys {
      #expect(lines.contains { $0.hasSuffix("/Public/\(name).js") }, "\(name) isn't checked")
    }
  }

  /// Editors check a module if it begins with this comment.
  @Test func `Type checks are enabled in each module`() {
    for (name, module) in CairnPublic.modules {
      #expect(module.hasPrefix("// @ts-check\n"), "\(name)")
      #expect(!module.contains("@ts-ignore") && !module.contains("@ts-nocheck"), "\(name)")
    }
  }

  /// Runs a program, and returns its status and output.
  private static func run(
    _ executable: String, _ arguments: [String]
  ) async throws -> (status: Int32, output: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: file)
    process.standardError = process.standardOutput
    let status = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    return (status, try String(contentsOf: file, encoding: .utf8))
  }
}
