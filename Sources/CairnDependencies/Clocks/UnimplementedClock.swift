internal import IssueReporting

/// A clock that reports an issue when it is used, and otherwise does what another clock does.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  public typealias Instant = AnyClock<Duration>.Instant

  private let base: AnyClock<Duration>
  private let name: String

  /// A clock that reports an issue when it is used.
  ///
  /// - Parameters:
  ///   - base: What does the work.
  ///   - name: What to call it in the issue.
  public init(_ base: any Clock<Duration>, name: String = "A clock") {
    self.base = AnyClock(base)
    self.name = name
  }

  /// A clock that reports an issue when it is used, and whose sleepers do not wait.
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
      \(name) was used in a test that does not set it, for its '\(member)'.

      • Set it to a 'TestClock', which the test advances, or to an 'ImmediateClock', on which \
      nobody waits.
      """)
  }
}
