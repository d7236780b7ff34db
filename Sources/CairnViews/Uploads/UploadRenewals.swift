import Synchronization

/// Limits how often a store notes that a file is still in use, because a state is encoded after each change.
final class UploadRenewals: Sendable {
  /// The time between two renewals, which is short compared to the time after which unused files are removed.
  private static let interval = Duration.seconds(600)

  private let last = Mutex<ContinuousClock.Instant?>(nil)

  /// Whether the file was saved.
  var hasBegun: Bool { last.withLock { $0 != nil } }

  /// Calls a closure if the last call that succeeded was long ago. Calls run one after the other.
  func perform(_ renew: () throws -> Void) rethrows {
    try last.withLock { last in
      if let last, .now - last < Self.interval { return }
      try renew()
      last = .now
    }
  }
}
