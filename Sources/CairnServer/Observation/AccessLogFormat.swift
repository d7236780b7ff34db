/// How each request is logged, to standard output.
public enum AccessLogFormat: String, CaseIterable, Hashable, Sendable {
  /// Not at all.
  case off
  /// A line in the Common Log Format, with the seconds that the answer took after it.
  case common
  /// An object in JSON a line.
  case json
}
