import Foundation

/// A `redis-server` on a free port of the loopback interface, with a folder of its own.
///
/// It forces its log to the disk once per second, which is Redis's default for a log.
final class RedisProcess {
  /// What Redis has done since its start, and what it keeps.
  struct Figures {
    /// The processor time of all threads in seconds, in user mode and in the kernel.
    let busySeconds: Double
    /// The number of times that it has read from a connection. If commands are sent one after the other, it's their
    /// number.
    let reads: Double
    /// The bytes of all commands and replies.
    let traffic: Double
    /// The memory of its data and buffers, in bytes.
    let memory: Double
  }

  let url: String
  /// The path of the secret that servers with these sessions share. The first of them creates the file.
  let secretPath: String
  private let port: UInt16
  private let process: Process
  private let folder: URL

  /// Whether `redis-server` and `redis-cli` are installed.
  static var isInstalled: Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return ["redis-server", "redis-cli"].allSatisfy { name in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
  }

  /// Starts a server, and waits until it accepts connections.
  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "cairn-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var started: (port: UInt16, process: Process)?
    // Another process can take the port before Redis does.
    for _ in 0..<10 where started == nil {
      let port = try Self.freePort()
      if let process = try Self.start(port: port, in: folder) { started = (port, process) }
    }
    guard let started else {
      try? FileManager.default.removeItem(at: folder)
      throw Failure("redis-server didn't start.")
    }
    (port, process) = started
    url = "redis://127.0.0.1:\(port)"
    secretPath = folder.appending(path: "secret").path
  }

  /// Ends the process and deletes its data.
  func stop() {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The current figures. Asking for them takes one or two reads.
  var figures: Figures {
    get throws {
      let information = try information()
      func figure(_ name: String) throws -> Double {
        guard let value = information[name] else {
          throw Failure("Redis doesn't report \(name).")
        }
        return value
      }
      return Figures(
        busySeconds: try figure("used_cpu_sys") + figure("used_cpu_user"),
        reads: try figure("total_reads_processed"),
        traffic: try figure("total_net_input_bytes") + figure("total_net_output_bytes"),
        memory: try figure("used_memory"))
    }
  }

  /// Returns the numbers in the reply to `INFO`.
  private func information() throws -> [String: Double] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["redis-cli", "-p", "\(port)", "INFO"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    var numbers: [String: Double] = [:]
    for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, let number = Double(parts[1]) {
        numbers[String(parts[0])] = number
      }
    }
    return numbers
  }

  /// Starts a server, or returns `nil` if it ends immediately.
  private static func start(port: UInt16, in folder: URL) throws -> Process? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "redis-server", "--port", "\(port)", "--bind", "127.0.0.1", "--dir", folder.path,
      "--save", "", "--appendonly", "yes", "--appendfsync", "everysec",
    ]
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

  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw Failure("There is no free port: \(errno).") }
    return UInt16(bigEndian: address.sin_port)
  }
}
