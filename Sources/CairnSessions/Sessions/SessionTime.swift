#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// When a session or a scene was last used, in microseconds since 1970.
///
/// Times come from the caller, whose clock may be a test's. Several servers that share a store need
/// clocks that agree to about a second: the order in which idle scenes go depends on them, nothing
/// else does. A store sets a last use back only when `SessionStore.limitLastUses(to:)` asks for it.
public struct SessionTime: Hashable, Sendable {
  /// Microseconds since midnight UTC of the first of January 1970.
  public var microsecondsSince1970: Int64

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
  /// The time of the system's clock.
  public static var now: SessionTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return SessionTime(
      microsecondsSince1970: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// The time that is later by a duration, which may be negative.
  public func advanced(by duration: Duration) -> SessionTime {
    let (seconds, attoseconds) = duration.components
    return SessionTime(
      microsecondsSince1970: microsecondsSince1970 + seconds * 1_000_000
        + attoseconds / 1_000_000_000_000)
  }
}
