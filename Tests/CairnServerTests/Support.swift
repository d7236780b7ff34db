import CairnServer
public import CairnTexts
import Synchronization

extension UserText: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .verbatim(text) }
}

/// Collects the lines of loggers that a test creates.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  /// All lines so far.
  var all: [String] { lines.withLock { $0 } }

  /// Runs a closure, and collects the lines of loggers that are created in it, including later lines.
  func take<Result>(
    from body: () async throws -> Result
  ) async rethrows -> Result {
    let output: @Sendable (String) -> Void = { line in
      self.lines.withLock { $0.append(line) }
    }
    return try await LineLogHandler.$output.withValue(output) { try await body() }
  }
}
