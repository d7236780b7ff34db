/// The time in which the process had nothing to do, counted in ticks.
///
/// A time limit that counts this time doesn't depend on the speed of the machine or on its other work.
package struct IdleTime: Sendable {
  /// The length of a tick.
  package static let tick = Duration.milliseconds(10)

  /// The time that counts for a tick during which the process was busy.
  ///
  /// It isn't zero, so that a limit ends even if the process is never idle. A limit of one second then ends after at
  /// least five seconds.
  package static let busyTick = tick / 5

  /// The time that has been counted.
  package private(set) var elapsed = Duration.zero

  /// Creates a time of zero.
  package init() {}

  /// Counts a tick.
  /// - Parameter isBusy: Whether the process had work to do.
  package mutating func addTick(isBusy: Bool) {
    elapsed += isBusy ? Self.busyTick : Self.tick
  }
}
