import CairnSessions
import Synchronization

/// What the idle time of sessions is measured by: the system's clocks, which a test can set ahead.
package final class IdleClock: Sendable {
  /// The system's.
  package static let system = IdleClock()

  /// How far it is ahead of the system's, in milliseconds.
  private let lead = Atomic<Int64>(0)

  package init() {}

  /// Sets the clock ahead. Not to be done to the system's.
  package func advance(by duration: Duration) {
    lead.add(Int64(duration / .milliseconds(1)), ordering: .relaxed)
  }

  private var ahead: Duration { .milliseconds(lead.load(ordering: .relaxed)) }

  /// The time for sessions in memory.
  var now: ContinuousClock.Instant { .now.advanced(by: ahead) }

  /// The time for sessions that are stored.
  var time: SessionTime { SessionTime.now.advanced(by: ahead) }
}

/// Two are the same where they are one.
extension IdleClock: Hashable {
  package static func == (one: IdleClock, other: IdleClock) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
