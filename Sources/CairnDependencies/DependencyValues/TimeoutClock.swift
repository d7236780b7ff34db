extension DependencyValues {
  /// The clock that measures the time limits of tests, such as the timeout of a test store's `receive`.
  ///
  /// By default, time passes normally only while the process has nothing to do. While it's busy, time passes at a fifth of
  /// the speed. A correct test therefore doesn't fail because the machine is slow or loaded.
  ///
  /// With an ``ImmediateClock``, each limit ends as soon as a test waits. With a ``TestClock``, a limit ends when the
  /// test advances the clock. Set this dependency to one of them to test your own test support.
  public var timeoutClock: any Clock<Duration> {
    get { self[TimeoutClockKey.self] }
    set { self[TimeoutClockKey.self] = newValue }
  }

  private enum TimeoutClockKey: DependencyKey {
    static let liveValue: any Clock<Duration> = IdleTimeClock.shared
    static let testValue: any Clock<Duration> = IdleTimeClock.shared
  }
}
