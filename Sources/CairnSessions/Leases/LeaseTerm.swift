import Synchronization

/// A time during which a server has the leases that it has got.
///
/// The server extends the term whenever the store confirms that the server is there. After the end of the term, other
/// servers may have the leases. A term that's over stays over, and the server begins a new term.
package final class LeaseTerm: Sendable {
  private let end: Mutex<ContinuousClock.Instant>
  private let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameter now: Returns the current time. It must also count the time for which the process is stopped.
  package init(
    until end: ContinuousClock.Instant,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.end = Mutex(end)
    self.now = now
  }

  /// Whether other servers may have the leases.
  package var isOver: Bool { end.withLock { now() >= $0 } }

  /// Extends the term, and returns whether it wasn't over.
  package func extend(until later: ContinuousClock.Instant) -> Bool {
    end.withLock { end in
      guard now() < end else { return false }
      end = max(end, later)
      return true
    }
  }

  /// Ends the term now.
  package func finish() {
    end.withLock { $0 = min($0, now()) }
  }
}
