#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A time at which a session or a scene was used.
///
/// Times come from the caller, whose clock may be a test clock. Servers that share a store need clocks that agree to
/// within about a second. Only the eviction order of idle scenes depends on this. A store sets a last use back only if
/// ``SessionStore/limitLastUses(to:)`` is called.
public struct SessionTime: Hashable, Sendable {
  /// The number of microseconds since midnight UTC on January 1, 1970.
  public var microsecondsSince1970: Int64

  /// Creates a time from a number of microseconds since 1970.
  public init(microsecondsSince1970: Int64) {
    self.microsecondsSince1970 = microsecondsSince1970
  }
}

extension SessionTime: Comparable {
  public static func < (earlier: SessionTime, later: SessionTime) -> Bool {
    earlier.microsecondsSince1970 < later.microsecondsSince1970
  }
}

extension SessionTime {
  /// The current time of the system clock.
  public static var now: SessionTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return SessionTime(
      microsecondsSince1970: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Returns the time after a duration, which may be negative.
  public func advanced(by duration: Duration) -> SessionTime {
    let (seconds, attoseconds) = duration.components
    return SessionTime(
      microsecondsSince1970: microsecondsSince1970 + seconds * 1_000_000
        + attoseconds / 1_000_000_000_000)
  }
}
