import Logging

/// The loggers of a server.
struct ServerLog {
  let server: Logger
  /// For issues that features report. Their messages can have several lines.
  let issues: Logger

  /// - Parameters:
  ///   - logger: The application's logger; `nil` if it has none for the server.
  ///   - level: The least severe level of the server's own loggers.
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

/// What the process has bootstrapped swift-log with.
enum LoggingBackend {
  /// Nothing, or the handler that swift-log uses by default. It can't be known which.
  case standard
  /// The server's own handler.
  case lines
  /// Any other handler.
  case application

  /// The backend at this moment.
  static var current: LoggingBackend {
    switch Logger(label: "cairn").handler {
    case is StreamLogHandler: .standard
    case is LineLogHandler: .lines
    default: .application
    }
  }
}
