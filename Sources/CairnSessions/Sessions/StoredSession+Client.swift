extension StoredSession {
  /// The origin of a session, such as a network address.
  ///
  /// Sessions with the same client share that client's part of a full store. See ``SessionLimits``. The number is
  /// opaque, so a store contains no addresses.
  public struct Client: Hashable, Sendable {
    /// The opaque number that identifies the client.
    public let bits: UInt64

    /// Creates a client from an opaque number, such as a keyed hash of its address.
    public init(bits: UInt64) {
      self.bits = bits
    }
  }
}
