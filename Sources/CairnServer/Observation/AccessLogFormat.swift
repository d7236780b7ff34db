/// The format in which requests are logged to standard output.
public enum AccessLogFormat: String, CaseIterable, Hashable, Sendable {
  /// Requests aren't logged.
  case off
  /// A line in the Common Log Format, followed by the duration of the request in seconds.
  case common
  /// A JSON object on a line.
  case json
}
