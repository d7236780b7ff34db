import Logging

/// The loggers of a server.
struct ServerLog {
  let server: Logger
  /// The logger for issues that features report. Their messages can have several lines.
  let issues: Logger

  /// - Parameters:
  ///   - logger: The application's logger for the server, or `nil` to use the server's own loggers.
  ///   - level: The minimum level of the server's own loggers.
  init(_ logger: Logger?, level: Logger.Level) {
    if let logger {
      (server, issues) = (logger, logger)
      return
    }
    var own: Logger
    if LoggingBackend.current == .application {
      own = Logger(label: Self.label)
      issues = Logger(label: Self.issuesLabel)
    } else {
      own = Logger(label: Self.label) { LineLogHandler(label: $0) }
      issues = Logger(label: Self.issuesLabel) { LineLogHandler(label: $0, layout: .lines) }
    }
    own.logLevel = level
    server = own
  }

  private static let label = "cairn"
  private static let issuesLabel = "cairn.issues"
}

/// The backend that the process has bootstrapped swift-log with.
enum LoggingBackend {
  /// No backend, or the default handler of swift-log. These can't be distinguished.
  case standard
  /// The server's own handler.
  case lines
  /// Any other handler.
  case application

  static var current: LoggingBackend {
    switch Logger(label: "cairn").handler {
    case is StreamLogHandler: .standard
    case is LineLogHandler: .lines
    default: .application
    }
  }
}
