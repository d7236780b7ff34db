import CairnTesting
import Foundation
import Synchronization

/// The running chromedriver, one for all tests of the process; started when it is first needed.
///
/// It runs under a shell that ends it, its browsers and their profiles when this process is gone,
/// however that went: the shell waits for the end of a pipe that only this process holds open.
actor ChromeDriver {
  static let shared = ChromeDriver()

  /// How many browsers may run at once.
  let slots = Slots(count: 2)

  private var starting: Task<SocketTransport, any Error>?

  /// Browsers that go on when a test is done with them.
  private var idle: [Chromium] = []

  func takeIdle() -> Chromium? { idle.popLast() }

  func keep(_ chromium: Chromium) { idle.append(chromium) }

  /// The way to the driver's commands.
  func transport() async throws -> SocketTransport {
    let task = starting ?? Task { try await Self.start() }
    starting = task
    return try await task.value
  }

  /// The path of Chromium, which is not always where the driver looks for it.
  static func chromium() throws -> String {
    try find(["chromium", "chromium-browser", "google-chrome"])
  }

  private static func find(_ names: [String]) throws -> String {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    for name in names {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
      {
        return "\(folder)/\(name)"
      }
    }
    throw WebDriverError(
      code: "not installed",
      message: "\(names[0]) is not in PATH; scripts/test installs what the browser tests need")
  }

  // KILL, for TERM is blocked: threads of Dispatch start processes with their own signal mask.
  private static let script = """
    set -m
    export TMPDIR=$(mktemp -d)
    "$0" --port=0 </dev/null &
    exec >&- 2>&-
    read -r _
    kill -KILL -- -$!
    wait
    rm -rf "$TMPDIR"
    """

  private static func start() async throws -> SocketTransport {
    _ = try chromium()
    let shell = Process()
    let output = Pipe()
    let lifeline = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = ["-c", script, try find(["chromedriver"])]
    shell.standardOutput = output
    shell.standardError = output
    shell.standardInput = lifeline
    try shell.run()
    Self.lifeline.withLock { $0 = lifeline }

    let announcement = Announcement()
    let port = try await withCheckedThrowingContinuation { continuation in
      output.fileHandleForReading.readabilityHandler = { handle in
        let data = handle.availableData
        // At the end the handler would be called for ever.
        if data.isEmpty { handle.readabilityHandler = nil }
        if let result = announcement.receive(data) { continuation.resume(with: result) }
      }
    }
    return SocketTransport(port: port, timeout: 60)
  }

  /// Held open as long as this process lives.
  private static let lifeline = Mutex<Pipe?>(nil)
}

/// Waits for the line in which chromedriver tells its port.
private final class Announcement: Sendable {
  private let text = Mutex<String?>("")

  /// Takes output, none at its end; returns a result once.
  func receive(_ data: Data) -> Result<Int, any Error>? {
    text.withLock { text in
      guard var seen = text else { return nil }
      seen += String(decoding: data, as: UTF8.self)
      text = seen
      if let port = seen.firstMatch(of: /started successfully on port (\d+)/).flatMap({ Int($0.1) })
      {
        text = nil
        return .success(port)
      }
      if data.isEmpty {
        text = nil
        return .failure(WebDriverError(code: "chromedriver ended", message: seen))
      }
      return nil
    }
  }
}

/// A counting semaphore for tasks, first come, first served.
actor Slots {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) {
    free = count
  }

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func give() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
