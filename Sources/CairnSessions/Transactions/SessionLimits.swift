/// How much a store keeps; what was not used for the longest time goes.
///
/// The limits belong to a transaction, which keeps them where it adds something: scenes go when one
/// is born, sessions when one is stored for the first time. What goes, goes with the transaction or
/// not at all. Its own session and the scenes that it writes or touches never go.
public struct SessionLimits: Hashable, Sendable {
  /// The most scenes of a session.
  public var scenesPerSession: Int
  /// The most answered submissions of a session.
  public var submissionsPerSession: Int
  /// The most sessions.
  public var sessions: Int

  /// - Parameters: Each is at least 1.
  public init(
    scenesPerSession: Int = 32, submissionsPerSession: Int = 128, sessions: Int = 100_000
  ) {
    self.scenesPerSession = scenesPerSession
    self.submissionsPerSession = submissionsPerSession
    self.sessions = sessions
  }
}
