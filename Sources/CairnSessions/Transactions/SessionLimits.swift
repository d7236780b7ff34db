/// How much a store keeps.
///
/// When there are too many scenes, those go first that weren't used for the longest time. When there
/// are too many sessions, or too many bytes, a store chooses the session to remove in this order:
///
/// 1. A session of the client that has the most, if that's more than the client's share
///    (``sessionsPerClient``, ``bytesPerClient``). So one client can't crowd out the others.
/// 2. Any session.
///
/// In both cases, sessions with a single submission and no owner go first. Among those, and then among
/// the others, the one that wasn't used for the longest time goes first.
///
/// The limits belong to a transaction, which keeps them where it adds something: the number of
/// scenes where one is born, that of sessions where one is stored for the first time, and bytes
/// wherever something is written. What goes, goes with the transaction or not at all. Its own
/// session and the scenes that it writes or touches never go.
///
/// The bytes of a session are the payloads of its scenes and of its values, and for each submission
/// that is remembered its answer and 56 bytes more. What a store needs besides, for indexes or for
/// pages that are not full, is not counted.
public struct SessionLimits: Hashable, Sendable {
  /// The most scenes of a session.
  public var scenesPerSession: Int
  /// The most answered submissions of a session.
  public var submissionsPerSession: Int
  /// The most bytes of a session: beyond them its oldest scenes go. A transaction that writes more
  /// by itself is refused with `SessionStoreError.Kind.tooLarge`.
  public var bytesPerSession: Int
  /// The most sessions.
  public var sessions: Int
  /// The most bytes of all sessions. No session may have more.
  public var bytes: Int

  /// - Parameters: Each is at least 1. The bytes of a session are 16 MiB, those of all 4 GiB.
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

  /// A client's share of the sessions: 1/64 of them, and at least 8. A client may have more as long as
  /// there's room.
  public var sessionsPerClient: Int {
    Self.share(of: sessions, atLeast: Self.leastSessions)
  }
  /// A client's share of the bytes: 1/64 of them, and at least the bytes of one session. A client may
  /// have more as long as there's room.
  public var bytesPerClient: Int { Self.share(of: bytes, atLeast: largestSession) }

  /// The most bytes of a session, be it that all may have no more.
  package var largestSession: Int { min(bytesPerSession, bytes) }

  var areValid: Bool {
    [scenesPerSession, submissionsPerSession, bytesPerSession, sessions, bytes]
      .allSatisfy { $0 >= 1 }
  }
}
