/// When a session or a scene was last used, in microseconds since 1970.
///
/// Times come from the caller, whose clock may be a test's. Several servers that share a store need
/// clocks that agree to about a second: the order in which idle scenes go depends on them, nothing
/// else does. A store never sets a last use back.
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
