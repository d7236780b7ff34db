import Foundation

/// The compiler with the macros and modules of a build, as the build runs it.
///
/// The tests don't link the macros. A test bundle that did would build swift-syntax another time.
package enum Compiler {
  /// Whether there is a compiler, and the products of a build next to the tests.
  package static var isAvailable: Bool {
    executable != nil && FileManager.default.fileExists(atPath: plugin.path)
  }

  private static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()
  private static let plugin = products.appending(path: "CairnMacros-tool")
  private static let executable = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/swiftc" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The module maps of system libraries that modules depend on, including modules of packages.
  private static let moduleMaps: [String] = {
    func entries(_ folder: URL) -> [URL] {
      (try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)) ?? []
    }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let packages =
      entries(products.appending(path: "../../checkouts").standardizedFileURL) + [root]
    return packages.flatMap { entries($0.appending(path: "Sources")) }
      .map { $0.appending(path: "module.modulemap").path }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }()

  private static let turn = NSLock()

  /// The folder of headers that aren't in the usual place.
  private static let headers = "/usr/include/libxml2"

  /// Returns the errors and warnings of a file, as `line: message`, without those in expansions.
  package static func diagnostics(_ source: String) async throws -> [String] {
    try await run(source, "-typecheck").split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^[^ ]*Source\.swift:(\d+):\d+: (?:error|warning): (.*?)(?: \(from .*)?$/)
        .map { "\($0.1): \($0.2)" }
    }
  }

  /// Returns the macros' expansions, in the order in which the compiler requests them.
  package static func expansions(_ source: String) async throws -> [String] {
    let rule = String(repeating: "-", count: 30)
    let parts = try await run(source, "-typecheck", "-Xfrontend", "-dump-macro-expansions")
      .components(separatedBy: "\(rule)\n")
    // Name, expansion, name, expansion, ...
    return stride(from: 1, to: parts.count, by: 2).map { index in
      parts[index].trimmingCharacters(in: .newlines)
    }
  }

  /// Returns all output of the compiler.
  package static func run(_ source: String, _ options: String...) async throws -> String {
    // A thread of its own, because this blocks and the concurrency pool has few threads.
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        // One compiler at a time, so that other tests have enough processor time.
        continuation.resume(with: Result { try turn.withLock { try compile(source, options) } })
      }
    }
  }

  private static func compile(_ source: String, _ options: [String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Source.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)

    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: executable ?? "/usr/bin/swiftc")
    process.arguments =
      [
        "-swift-version", "6", "-parse-as-library", "-diagnostic-style", "llvm",
        "-I", products.appending(path: "Modules").path,
        "-load-plugin-executable", "\(plugin.path)#CairnMacros",
        "-Xcc", "-I\(headers)",
      ] + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + options + [file.path]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
