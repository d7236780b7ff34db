import CairnServer
import Synchronization

/// The lines that loggers write which a test has made.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  /// All lines so far.
  var all: [String] { lines.withLock { $0 } }

  /// Runs a closure; what the loggers write that are made in it, then or later, comes here.
  func take<Result>(
    from body: () async throws -> Result
  ) async rethrows -> Result {
    let output: @Sendable (String) -> Void = { line in
      self.lines.withLock { $0.append(line) }
    }
    return try await LineLogHandler.$output.withValue(output) { try await body() }
  }
}
