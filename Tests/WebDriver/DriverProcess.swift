import Foundation
import Synchronization

/// A process that accepts commands on a port that it reports, and that ends with this process.
///
/// It runs in a shell that kills the process, its browsers, and their profiles when this process ends
/// for any reason. The shell waits for the end of a pipe that only this process keeps open.
enum DriverProcess {
  // Use KILL because TERM is blocked: Dispatch's threads start processes with their own signal mask.
  private static let script = """
    set -m
    export TMPDIR=$(mktemp -d)
    bash -c "$0" </dev/null &
    exec >&- 2>&-
    read -r _
    kill -KILL -- -$!
    wait
    rm -rf "$TMPDIR"
    """

  /// Starts a shell command with its own folder as `TMPDIR`. Returns the port.
  static func start(_ command: String) async throws -> Int {
    let shell = Process()
    let output = Pipe()
    let lifeline = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = ["-c", script, command]
    shell.standardOutput = output
    shell.standardError = output
    shell.standardInput = lifeline
    try shell.run()
    lifelines.withLock { $0.append(lifeline) }

    let announcement = Announcement()
    return try await withCheckedThrowingContinuation { continuation in
      output.fileHandleForReading.readabilityHandler = { handle in
        let data = handle.availableData
        // At the end of the file, the handler would be called repeatedly.
        if data.isEmpty { handle.readabilityHandler = nil }
        if let result = announcement.receive(data) { continuation.resume(with: result) }
      }
    }
  }

  /// The pipes that stay open for the life of this process.
  private static let lifelines = Mutex<[Pipe]>([])

  /// The path of a program, which is the first of the names in PATH.
  static func find(_ names: [String]) throws -> String {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    for name in names {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
      {
        return "\(folder)/\(name)"
      }
    }
    throw WebDriverError(
      code: "not installed",
      message: "\(names[0]) isn't in PATH. Run scripts/test, which installs the packages.")
  }
}

/// Waits for the line in which a program reports its port.
private final class Announcement: Sendable {
  private let text = Mutex<String?>("")

  /// Receives output, which is empty at the end. Returns a result once.
  func receive(_ data: Data) -> Result<Int, any Error>? {
    text.withLock { text in
      guard var seen = text else { return nil }
      seen += String(decoding: data, as: UTF8.self)
      text = seen
      let port = seen.firstMatch(of: /(?:started successfully|Listening) on port (\d+)\D/)
      if let port = port.flatMap({ Int($0.1) }) {
        text = nil
        return .success(port)
      }
      if data.isEmpty {
        text = nil
        return .failure(WebDriverError(code: "the driver ended", message: seen))
      }
      return nil
    }
  }
}
