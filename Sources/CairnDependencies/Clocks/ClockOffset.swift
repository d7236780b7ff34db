/// A point in the time of a clock that is made for tests: how far it is from the clock's beginning.
public struct ClockOffset<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The distance from the clock's beginning.
  public let offset: Duration

  /// A point at a distance from the clock's beginning.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  public func advanced(by duration: Duration) -> Self {
    Self(offset: offset + duration)
  }

  public func duration(to other: Self) -> Duration {
    other.offset - offset
  }

  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.offset < rhs.offset
  }
}
