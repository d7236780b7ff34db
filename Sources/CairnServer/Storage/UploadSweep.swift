import CairnViews
import Dispatch
import Foundation
import Logging
import Synchronization

/// Removes stored uploads that are no longer in use.
///
/// The server doesn't know which files the states of other servers contain. It therefore removes files that no server has
/// saved or renewed for twice the time after which sessions are removed.
final class UploadSweep: Sendable {
  private static let interval = Duration.seconds(600)

  private let store: (any UploadStore)?
  private let age: Double
  private let logger: Logger
  private let last = Mutex<ContinuousClock.Instant?>(nil)
  /// The store can block for a long time.
  private let queue = DispatchQueue(label: "cairn.uploads")

  /// - Parameter idle: The time after which unused sessions are removed.
  init(_ store: (any UploadStore)?, _ idle: Duration, logger: Logger) {
    self.store = store
    // A state that's in use renews its files only every ten minutes.
    age = max(2 * (idle / .seconds(1)), 3600)
    self.logger = logger
  }

  /// Removes unused uploads in the background, if the last time was more than ten minutes ago.
  func sweep() {
    guard let store else { return }
    let isDue = last.withLock { last in
      if let last, .now - last < Self.interval { return false }
      last = .now
      return true
    }
    guard isDue else { return }
    queue.async { [logger, age] in
      do {
        try store.removeAll(unusedSince: Date(timeIntervalSinceNow: -age))
      } catch {
        logger.warning("Unused uploads couldn't be removed. \(error)")
      }
    }
  }
}
