import Foundation

/// The gallery as a separate process with a new database, which is deleted at the end.
final class GalleryProcess {
  let port: UInt16
  /// The path of the session database, or `nil` if sessions aren't in SQLite.
  let sessionsPath: String?
  private let process: Process
  private let folder: URL

  /// Where a gallery stores its sessions.
  enum Sessions {
    case memory
    /// A file of its own.
    case sqlite
    /// Redis, which several galleries can share.
    case redis(RedisProcess)
  }

  /// The `Gallery` that was built with this executable.
  private static var ownBuild: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "Gallery")
  }

  /// Starts a `Gallery` and waits until it listens.
  /// - Parameters:
  ///   - items: The number of items in its inventory.
  ///   - sessions: Where it stores its sessions. The default is SQLite.
  ///   - executable: The path of the `Gallery`, or `nil` for the one in the folder of this executable.
  ///   - options: Additional command-line options.
  init(
    items: Int, sessions: Sessions = .sqlite, executable: URL? = nil, options: [String] = []
  ) throws {
    let executable = executable ?? Self.ownBuild
    guard FileManager.default.isExecutableFile(atPath: executable.path) else {
      throw Failure("\(executable.path) doesn't exist. Build it with 'swift build -c release'.")
    }
    folder = FileManager.default.temporaryDirectory
      .appending(path: "cairn-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "sessions.sqlite").path
    var options = options
    switch sessions {
    case .memory:
      sessionsPath = nil
      options += ["--sessions", ":memory:"]
    case .sqlite:
      sessionsPath = path
      options += ["--sessions", path]
    case .redis(let redis):
      sessionsPath = nil
      options += ["--sessions", redis.url, "--secret-file", redis.secretPath]
    }
    process = Process()
    process.executableURL = executable
    process.arguments =
      [
        "--database", folder.appending(path: "inventory.sqlite").path, "--items", "\(items)",
        "--port", "0", "--log-level", "error",
      ] + options
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    guard let port = Self.readPort(output.fileHandleForReading) else {
      process.terminate()
      process.waitUntilExit()
      try? FileManager.default.removeItem(at: folder)
      throw Failure("The Gallery didn't print its URL.")
    }
    self.port = port
  }

  /// Ends the process and deletes its database.
  func stop() {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Returns the port at the end of the first line that the server prints.
  private static func readPort(_ output: FileHandle) -> UInt16? {
    var line: [UInt8] = []
    while let byte = try? output.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
      line.append(byte)
    }
    let digits = String(decoding: line, as: UTF8.self).split(separator: ":").last ?? ""
    return UInt16(digits.prefix { $0.isNumber })
  }

  var processIdentifier: Int32 { process.processIdentifier }

  // MARK: What it uses

  /// The resident memory of the process, in bytes.
  var residentBytes: Int {
    get throws {
      let fields = try Self.fields("/proc/\(process.processIdentifier)/statm")
      guard fields.count > 1, let pages = Int(fields[1]) else {
        throw Failure("/proc has no memory figures of the Gallery.")
      }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
  }

  /// The processor time of all threads in seconds, in user mode and in the kernel.
  var busySeconds: Double {
    get throws {
      let text = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
      // The name of the program can contain spaces, so reading starts at its closing parenthesis.
      let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
      guard fields.count > 13, let user = Double(fields[12]), let kernel = Double(fields[13]) else {
        throw Failure("/proc has no times of the Gallery.")
      }
      return (user + kernel) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
  }

  private static func fields(_ path: String) throws -> [Substring] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
  }
}
