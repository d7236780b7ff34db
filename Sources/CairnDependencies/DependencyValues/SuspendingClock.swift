extension DependencyValues {
  /// A clock that stops while the machine sleeps. A test must set it to a ``TestClock`` or an
  /// ``ImmediateClock``.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }

  private enum SuspendingClockKey: DependencyKey {
    static let liveValue: any Clock<Duration> = SystemClock(SuspendingClock())
    static let testValue: any Clock<Duration> = UnimplementedClock(
      name: #"@Dependency(\.suspendingClock)"#)
  }
}
