/// A clock of a type that is not known, with a duration that is.
///
/// An `any Clock<Duration>` hides the type of its instants; this one has instants that can be
/// compared and kept.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  public typealias Instant = ClockOffset<Duration>

  /// Whether its sleepers are known to wait without a word.
  let isOfTests: Bool
  private let readNow: @Sendable () -> Instant
  private let readResolution: @Sendable () -> Duration
  private let wait: @Sendable (Instant, Duration?) async throws -> Void

  /// A clock that begins when it is made, and goes as another does.
  public init(_ base: some Clock<Duration>) {
    let start = base.now
    isOfTests = base is TestClock<Duration>
    readNow = { Instant(offset: start.duration(to: base.now)) }
    readResolution = { base.minimumResolution }
    wait = { try await base.sleep(until: start.advanced(by: $0.offset), tolerance: $1) }
  }

  public var now: Instant { readNow() }

  public var minimumResolution: Duration { readResolution() }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await wait(deadline, tolerance)
  }
}
