package import Logging
import Synchronization

/// Limits how many messages of a kind are logged, because clients can cause any number of them.
package final class LogRate: Sendable {
  private struct Kind {
    var began: ContinuousClock.Instant
    var count = 0
    var left = 0
  }

  private let kinds = Mutex<[String: Kind]>([:])
  private let logger: Logger
  private let now: @Sendable () -> ContinuousClock.Instant

  /// The maximum number of messages of a kind in an interval.
  static let limit = 10
  static let interval = Duration.seconds(60)

  /// - Parameter now: Returns the current time. Tests pass their own clock.
  package init(
    logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.logger = logger
    self.now = now
  }

  /// Logs a message, unless there were too many of its kind recently. The next logged message reports how many were
  /// left out.
  /// - Parameters:
  ///   - kind: The kind of message. There must be few kinds, so it must not contain texts from clients.
  ///   - metadata: The metadata of the message, such as the client and the path of a request.
  package func log(
    _ level: Logger.Level, kind: String, metadata: @autoclosure () -> Logger.Metadata? = nil,
    _ message: @autoclosure () -> String
  ) {
    guard level >= logger.logLevel else { return }
    let time = now()
    let left: Int? = kinds.withLock { kinds in
      var entry = kinds[kind] ?? Kind(began: time)
      if time - entry.began >= Self.interval { entry = Kind(began: time, left: entry.left) }
      defer { kinds[kind] = entry }
      guard entry.count < Self.limit else {
        entry.left += 1
        return nil
      }
      entry.count += 1
      defer { entry.left = 0 }
      return entry.left
    }
    guard let left else { return }
    let rest = left == 0 ? "" : " (\(left) more messages like this were omitted)"
    logger.log(level: level, "\(message())\(rest)", metadata: metadata())
  }
}
