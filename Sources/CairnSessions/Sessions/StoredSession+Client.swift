extension StoredSession {
  /// Identifies where a session was begun, such as a network address. Sessions with the same client
  /// share its part of a store that is full; see ``SessionLimits``.
  ///
  /// It's a number without a meaning, so a store holds no addresses.
  public struct Client: Hashable, Sendable {
    public let bits: UInt64

    public init(bits: UInt64) {
      self.bits = bits
    }
  }
}
