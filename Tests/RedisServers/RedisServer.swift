import Foundation
import Synchronization
import Testing

/// A running `redis-server` with a directory of its own. It ends with the last reference to it.
package final class RedisServer: Sendable {
  package let port: Int
  private let directory: String
  private let arguments: [String]
  private let reservation: Reservation
  private let process: Mutex<Process>

  /// Starts a server on a free port, and returns when it accepts connections.
  ///
  /// - Parameter arguments: Additional options, such as `--appendonly yes`.
  package convenience init(_ arguments: String...) throws {
    try self.init(arguments: arguments)
  }

  private init(arguments: [String]) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    directory = url.path(percentEncoded: false)
    self.arguments = arguments
    reservation = try Reservation()
    port = reservation.port
    process = Mutex(
      try #require(
        try Self.start(arguments, port: port, in: directory), "redis-server didn't start."))
  }

  /// Starts a cluster of three nodes.
  ///
  /// - Parameter arguments: Additional options of each node.
  package static func cluster(_ arguments: String...) throws -> [RedisServer] {
    let nodes = try (1...3).map { _ in
      try RedisServer(arguments: ["--cluster-enabled", "yes"] + arguments)
    }
    let output = try client(
      ["--cluster", "create"] + nodes.map { "127.0.0.1:\($0.port)" } + ["--cluster-yes"])
    try #require(output.contains("All 16384 slots covered"))
    return nodes
  }

  deinit {
    end()
    try? FileManager.default.removeItem(atPath: directory)
  }

  package var url: String { "redis://127.0.0.1:\(port)" }

  /// Kills the server and starts it again with its data.
  package func restart() throws {
    end()
    let process = try #require(try Self.start(arguments, port: port, in: directory))
    self.process.withLock { $0 = process }
  }

  /// Kills the server, unless it has ended.
  package func end() {
    process.withLock { process in
      guard process.isRunning else { return }
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// Stops the server until ``resume()``. Until then, commands and new connections wait.
  package func pause() {
    process.withLock { _ = Foundation.kill($0.processIdentifier, SIGSTOP) }
  }

  /// Continues the server after ``pause()``. It carries out all commands that have reached it, even if their
  /// connections are closed.
  package func resume() {
    process.withLock { _ = Foundation.kill($0.processIdentifier, SIGCONT) }
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
}

/// A free port, and the port 10,000 above it that the nodes of a cluster use between them.
///
/// Sockets that never listen are bound to both. While the server is stopped, the system therefore doesn't assign them to
/// other connections. The server can still listen on them.
private final class Reservation: Sendable {
  let port: Int
  private let descriptors: [Int32]

  init() throws {
    while true {
      let (first, port) = try #require(Self.bind(0), "There is no free port.")
      if port < 55_000, let (second, _) = Self.bind(port + 10_000) {
        self.port = port
        descriptors = [first, second]
        return
      }
      close(first)
    }
  }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }

  /// Binds a socket to a port, or to any free port if it's 0. Returns `nil` if the port isn't free.
  private static func bind(_ port: Int) -> (descriptor: Int32, port: Int)? {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_INET, kind, 0)
    var isOn: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Foundation.bind(descriptor, address, size) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isBound else {
      close(descriptor)
      return nil
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }
}
