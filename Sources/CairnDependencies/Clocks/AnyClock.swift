/// A type-erased clock with a known type of duration.
///
/// An `any Clock<Duration>` hides the type of its instants. This clock has instants that you can compare and
/// store.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  public typealias Instant = ClockOffset<Duration>

  /// Whether the clock itself records that its sleepers wait, as a ``TestClock`` does.
  let isOfTests: Bool
  private let readNow: @Sendable () -> Instant
  private let readResolution: @Sendable () -> Duration
  private let wait: @Sendable (Instant, Duration?) async throws -> Void

  /// Creates a clock that runs like another clock. Its time begins at zero.
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
