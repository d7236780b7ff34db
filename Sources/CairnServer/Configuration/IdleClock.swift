import CairnSessions
import Synchronization

/// The clock that measures how long sessions are idle. It follows the system's clocks, and tests can advance it.
package final class IdleClock: Sendable {
  /// The clock that's never ahead of the system's.
  package static let system = IdleClock()

  /// The time by which this clock is ahead of the system's, in milliseconds.
  private let lead = Atomic<Int64>(0)

  package init() {}

  /// Advances the clock. Don't call this on ``system``.
  package func advance(by duration: Duration) {
    lead.add(Int64(duration / .milliseconds(1)), ordering: .relaxed)
  }

  private var ahead: Duration { .milliseconds(lead.load(ordering: .relaxed)) }

  /// The current time for sessions in memory.
  var now: ContinuousClock.Instant { .now.advanced(by: ahead) }

  /// The current time for stored sessions.
  var time: SessionTime { SessionTime.now.advanced(by: ahead) }
}

/// Two clocks are equal only if they're the same instance.
extension IdleClock: Hashable {
  package static func == (one: IdleClock, other: IdleClock) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
