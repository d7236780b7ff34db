internal import IssueReporting

/// A clock that reports an issue when it's used, and otherwise behaves like another clock.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  public typealias Instant = AnyClock<Duration>.Instant

  private let base: AnyClock<Duration>
  private let name: String

  /// Creates a clock that reports an issue when it's used.
  ///
  /// - Parameters:
  ///   - base: The clock that is used after reporting the issue.
  ///   - name: The name of the clock in the issue.
  public init(_ base: any Clock<Duration>, name: String = "A clock") {
    self.base = AnyClock(base)
    self.name = name
  }

  /// Creates a clock that reports an issue when it's used, and on which tasks sleep without waiting.
  public init(name: String = "A clock") {
    self.init(ImmediateClock<Duration>(now: ClockOffset()), name: name)
  }

  public var now: Instant {
    report("now")
    return base.now
  }

  public var minimumResolution: Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("sleep")
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ member: StaticString) {
    reportIssue(
      """
      \(name) was used in a test that doesn't set it: '\(member)' was called.

      • Set it to a 'TestClock', which the test advances, or to an 'ImmediateClock', which doesn't wait.
      """)
  }
}
