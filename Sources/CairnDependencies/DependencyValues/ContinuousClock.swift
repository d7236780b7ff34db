extension DependencyValues {
  /// A clock that continues while the machine sleeps. A test must set it to a ``TestClock`` or an
  /// ``ImmediateClock``.
  ///
  /// ```swift
  /// @Dependency(\.continuousClock) var clock
  /// try await clock.sleep(for: .seconds(1))
  /// for await _ in clock.timer(interval: .seconds(1)) { … }
  /// ```
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  private enum ContinuousClockKey: DependencyKey {
    static let liveValue: any Clock<Duration> = SystemClock(ContinuousClock())
    static let testValue: any Clock<Duration> = UnimplementedClock(
      name: #"@Dependency(\.continuousClock)"#)
  }
}
