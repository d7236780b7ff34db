import CairnTesting
import Foundation
import Testing

/// A running `Gallery` executable.
final class GalleryProcess: Sendable {
  /// The executable that was built along with the tests.
  static var executable: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "Gallery")
  }

  let process: Process
  let port: Int

  /// Runs the gallery, and returns when it listens.
  /// - Parameters:
  ///   - port: 0 for any that is free.
  ///   - environment: Variables beside those of the tests; an empty one counts as not set.
  ///   - standardError: Where its log goes; the log of the tests unless another is given.
  ///   - executable: The one that was built with the tests unless another is given.
  init(
    _ arguments: [String], port: Int = 0, environment: [String: String] = [:],
    standardError: Pipe? = nil, executable: URL = executable
  ) throws {
    process = Process()
    process.executableURL = executable
    process.arguments = arguments + ["--port", "\(port)"]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    if let standardError { process.standardError = standardError }
    try process.run()
    var line = ""
    while !line.hasSuffix("\n") {
      guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else {
        break
      }
      line += String(decoding: byte, as: UTF8.self)
    }
    let number = line.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) }
    self.port = try #require(number, "It said: \(line)")
  }

  /// Sends a signal, and returns when the process has ended.
  func end(by signal: Int32) {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
  }
}

/// The gallery with its files, which is killed and started again on the same port.
final class GalleryInstallation {
  private let directory: URL
  private let reserved: ReservedPort
  private(set) var server: GalleryProcess

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    reserved = try ReservedPort()
    server = try GalleryProcess(Self.arguments(directory), port: Int(reserved.number))
  }

  deinit {
    server.end(by: SIGKILL)
    try? FileManager.default.removeItem(at: directory)
  }

  var port: Int { server.port }

  /// The file in which the sessions are.
  var sessions: URL { directory.appending(path: "sessions.sqlite") }

  func kill() { server.end(by: SIGKILL) }

  func start() throws {
    server = try GalleryProcess(Self.arguments(directory), port: port)
  }

  private static func arguments(_ directory: URL) -> [String] {
    [
      "--database", directory.appending(path: "inventory.sqlite").path,
      "--sessions", directory.appending(path: "sessions.sqlite").path,
    ]
  }
}
