import CairnTesting
import Foundation
import Testing

/// A running `Gallery` executable.
final class GalleryProcess: Sendable {
  /// The executable built with the tests.
  static var executable: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "Gallery")
  }

  let process: Process
  let port: Int

  /// Starts the gallery and returns when it accepts connections.
  /// - Parameters:
  ///   - port: The port, or 0 for any free one.
  ///   - environment: Additional variables. An empty value counts as not set.
  ///   - standardError: The destination of its log. The default is the log of the tests.
  ///   - executable: The executable. The default is the one built with the tests.
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
    self.port = try #require(number, "Unexpected output: \(line)")
  }

  /// Stops the process until ``resume()``.
  func pause() { kill(process.processIdentifier, SIGSTOP) }

  /// Continues the process after ``pause()``.
  func resume() { kill(process.processIdentifier, SIGCONT) }

  /// Sends a signal and returns when the process has ended.
  func end(by signal: Int32) {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
  }
}

/// A gallery with files that a test can kill and restart on the same port.
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

  /// The file with the sessions.
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
