package import Foundation

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

  /// Returns the errors and warnings of one module's files, by the name of the file.
  ///
  /// The names include those of files with macro expansions, if the compiler shows an error there.
  package static func diagnostics(of files: [URL]) async throws -> [String: [Diagnostic]] {
    // One compiler process for all files shows the errors of each file, and is faster than one process per file.
    let output = try await run(files, ["-typecheck", "-whole-module-optimization"])
    var diagnostics: [String: [Diagnostic]] = [:]
    for line in output.split(separator: "\n") {
      let pattern = /^[^ ]*?([^\/ ]+?\.swift):(\d+):\d+: (error|warning): (.*?)(?: \(from .*)?$/
      guard let match = line.firstMatch(of: pattern), let number = Int(match.2) else { continue }
      diagnostics[String(match.1), default: []]
        .append(Diagnostic(line: number, message: "\(match.3): \(match.4)"))
    }
    return diagnostics
  }

  /// A line, and what the compiler shows there, such as `error: cannot find 'store' in scope`.
  package struct Diagnostic: Hashable, Comparable, CustomStringConvertible {
    package let line: Int
    package let message: String

    package init(line: Int, message: String) {
      self.line = line
      self.message = message
    }

    package var description: String { "\(line): \(message)" }

    package static func < (one: Diagnostic, other: Diagnostic) -> Bool {
      (one.line, one.message) < (other.line, other.message)
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
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Source.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    return try await run([file], options)
  }

  /// All that the compiler says about the files of one module.
  package static func run(_ files: [URL], _ options: [String]) async throws -> String {
    // A thread of its own: the compiler is waited for, and the others are too few to be blocked.
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        // Run one compiler at a time, because several would leave no processor time for other tests.
        continuation.resume(with: Result { try turn.withLock { try compile(files, options) } })
      }
    }
  }

  private static func compile(_ files: [URL], _ options: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: executable ?? "/usr/bin/swiftc")
    process.arguments =
      [
        "-swift-version", "6", "-parse-as-library", "-diagnostic-style", "llvm",
        "-I", products.appending(path: "Modules").path,
        "-load-plugin-executable", "\(plugin.path)#CairnMacros",
        "-Xcc", "-I\(headers)",
      ] + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + options + files.map(\.path)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
