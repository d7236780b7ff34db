import Foundation
import Synchronization
import Testing

/// A running `redis-server` with a directory of its own. It ends with the last reference to it.
package final class RedisServer: Sendable {
  package let port: Int
  private let directory: String
  private let arguments: [String]
  private let process: Mutex<Process>

  /// Starts a server on a free port, and returns when it accepts connections.
  ///
  /// - Parameter arguments: Additional options, such as `--appendonly yes`.
  package init(_ arguments: String...) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    directory = url.path(percentEncoded: false)
    self.arguments = arguments
    var started: (port: Int, process: Process)?
    // Another process can take the port before the server does.
    for _ in 0..<10 where started == nil {
      let port = try Self.freePort()
      if let process = try Self.start(arguments, port: port, in: directory) {
        started = (port, process)
      }
    }
    let server = try #require(started, "redis-server didn't start.")
    port = server.port
    process = Mutex(server.process)
  }

  deinit {
    process.withLock { process in
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(atPath: directory)
  }

  package var url: String { "redis://127.0.0.1:\(port)" }

  /// Kills the server and starts it again with its data.
  package func restart() throws {
    end()
    let process = try #require(try Self.start(arguments, port: port, in: directory))
    self.process.withLock { $0 = process }
  }

  /// Kills the server.
  package func end() {
    process.withLock { process in
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// Runs a command and returns its reply without the line break at its end.
  @discardableResult
  package func command(_ arguments: String...) throws -> String {
    try Self.client(["-p", "\(port)"] + arguments)
  }

  /// Runs `redis-cli` and returns its output without the line break at its end.
  package static func client(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["redis-cli", "--no-auth-warning"] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Starts a server, or returns `nil` if it ends immediately.
  private static func start(
    _ arguments: [String], port: Int, in directory: String
  ) throws -> Process? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["redis-server", "--port", "\(port)", "--bind", "127.0.0.1", "--dir", directory]
      + ["--save", "", "--repl-diskless-sync-delay", "0"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let lines = output.fileHandleForReading
    var log = ""
    while !log.contains("Ready to accept connections") {
      guard let data = try lines.read(upToCount: 1), !data.isEmpty else {
        process.waitUntilExit()
        return nil
      }
      log += String(decoding: data, as: UTF8.self)
    }
    // A full pipe would stop the server.
    Thread.detachNewThread { while !lines.availableData.isEmpty {} }
    return process
  }

  /// Returns a free port. A cluster also uses the port 10,000 above it.
  private static func freePort() throws -> Int {
    while true {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
        }
      }
      try #require(status, "There is no free port.")
      let port = Int(UInt16(bigEndian: address.sin_port))
      if port < 55_000 { return port }
    }
  }
}
