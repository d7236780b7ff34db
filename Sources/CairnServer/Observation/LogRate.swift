import Logging
import Synchronization

/// Lets through only so many lines of a kind: clients decide how often they come.
final class LogRate: Sendable {
  private struct Kind {
    var began: ContinuousClock.Instant
    var count = 0
    var left = 0
  }

  private let kinds = Mutex<[String: Kind]>([:])
  private let logger: Logger
  private let now: @Sendable () -> ContinuousClock.Instant

  /// The most lines of a kind in an interval.
  static let limit = 10
  static let interval = Duration.seconds(60)

  /// - Parameter now: The time; tests pass their own.
  init(logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.logger = logger
    self.now = now
  }

  /// Logs a message, unless there were too many of its kind lately. How many were left out is said with the
  /// next one.
  /// - Parameter kind: Names the kind, of which there are few: nothing of what a client has sent.
  func log(_ level: Logger.Level, kind: String, _ message: @autoclosure () -> String) {
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
    let rest = left == 0 ? "" : " (\(left) more such lines were left out)"
    logger.log(level: level, "\(message())\(rest)")
  }
}
