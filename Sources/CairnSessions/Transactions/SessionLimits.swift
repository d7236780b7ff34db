/// The maximum amount of data that a store keeps.
///
/// If a session has too many scenes, the least recently used scenes are evicted first. If there are too many sessions
/// or too many bytes, a store evicts sessions in this order:
///
/// 1. A session of the client that has the most, if that's more than the client's share (``sessionsPerClient``,
///    ``bytesPerClient``). A single client therefore can't crowd out others.
/// 2. Any session.
///
/// In both cases, sessions with at most one submission that never had an owner are evicted first. Within each group,
/// the least recently used session is evicted first.
///
/// A store applies the limits of a transaction only if the transaction adds something:
///
/// - The number of scenes, if the transaction creates a scene.
/// - The number of sessions, if it stores a session for the first time.
/// - The numbers of bytes, if it writes anything.
///
/// Evictions are part of the transaction, so they're committed with it or not at all. The transaction's own session is
/// never evicted, and neither are the scenes that it writes or touches.
///
/// The size of a session is the total size of its scenes and values. Each remembered submission adds its answer and 56
/// bytes. Other storage, such as indexes and partly filled pages, isn't counted.
public struct SessionLimits: Hashable, Sendable {
  /// The maximum number of scenes in a session.
  public var scenesPerSession: Int
  /// The maximum number of answered submissions that are remembered for a session.
  public var submissionsPerSession: Int
  /// The maximum size of a session in bytes. If it's exceeded, the session's oldest scenes are evicted.
  ///
  /// A single transaction that writes more is rejected with ``SessionStoreError/Kind/tooLarge``.
  public var bytesPerSession: Int
  /// The maximum number of sessions.
  public var sessions: Int
  /// The maximum size of all sessions in bytes. It also limits the size of a single session.
  public var bytes: Int

  /// Creates limits, each of which must be at least 1.
  ///
  /// - Parameters:
  ///   - scenesPerSession: The maximum number of scenes in a session.
  ///   - submissionsPerSession: The maximum number of remembered submissions of a session.
  ///   - bytesPerSession: The maximum size of a session in bytes. The default is 16 MiB.
  ///   - sessions: The maximum number of sessions.
  ///   - bytes: The maximum size of all sessions in bytes. The default is 4 GiB.
  public init(
    scenesPerSession: Int = 32, submissionsPerSession: Int = 512,
    bytesPerSession: Int = 16 << 20, sessions: Int = 100_000, bytes: Int = 4 << 30
  ) {
    self.scenesPerSession = scenesPerSession
    self.submissionsPerSession = submissionsPerSession
    self.bytesPerSession = bytesPerSession
    self.sessions = sessions
    self.bytes = bytes
  }

  /// A client's share of the sessions, which is 1/64 of them, and at least 8.
  ///
  /// A client can have more as long as there's room.
  public var sessionsPerClient: Int {
    Self.share(of: sessions, atLeast: Self.leastSessions)
  }
  /// A client's share of the bytes, which is 1/64 of them, and at least the maximum size of a session.
  ///
  /// A client can have more as long as there's room.
  public var bytesPerClient: Int { Self.share(of: bytes, atLeast: largestSession) }

  /// The maximum size of a session in bytes, which can't exceed the maximum size of all sessions.
  package var largestSession: Int { min(bytesPerSession, bytes) }

  var areValid: Bool {
    [scenesPerSession, submissionsPerSession, bytesPerSession, sessions, bytes]
      .allSatisfy { $0 >= 1 }
  }
}
