/// An instant of a clock for tests, as the distance from the clock's beginning.
public struct ClockOffset<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The distance from the clock's beginning.
  public let offset: Duration

  /// Creates an instant from a distance to the clock's beginning.
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
