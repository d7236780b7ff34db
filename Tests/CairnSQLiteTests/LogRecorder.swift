import Logging
import Synchronization

/// Keeps logged messages.
final class LogRecorder: LogHandler {
  private let entries = Mutex<[(Logger.Level, String)]>([])

  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level {
    get { .trace }
    set {}
  }

  subscript(metadataKey _: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func messages(_ level: Logger.Level) -> [String] {
    entries.withLock { $0.filter { $0.0 == level }.map(\.1) }
  }

  func log(event: LogEvent) {
    entries.withLock { $0.append((event.level, "\(event.message)")) }
  }
}
