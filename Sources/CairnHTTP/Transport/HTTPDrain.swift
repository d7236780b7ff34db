package import Logging

/// The work that a server waited for when it stopped.
public struct HTTPDrain: Sendable {
  /// The number of requests that were in flight.
  public let requests: Int
  /// The number of streams that were open.
  public let streams: Int
  /// The time until the last of these requests was answered or canceled.
  public internal(set) var duration = Duration.zero

  /// The metadata of a log message.
  package var metadata: Logger.Metadata {
    ["requests": "\(requests)", "streams": "\(streams)", "duration": "\(duration)"]
  }
}
