/// What a request has to know before it is worked on: one scene, and whether it is a repeat.
public struct SessionQuery: Hashable, Sendable {
  public var session: StoredSession.ID
  /// The scene to load; nil for a page whose scene is unborn.
  public var mark: StoredScene.Mark?
  /// The submission to look for; nil for a request that is none.
  public var submission: StoredSubmission?

  public init(
    session: StoredSession.ID, mark: StoredScene.Mark? = nil, submission: StoredSubmission? = nil
  ) {
    self.session = session
    self.mark = mark
    self.submission = submission
  }
}

/// The answer to a `SessionQuery`, all of it from one moment.
public struct SessionFindings: Hashable, Sendable {
  /// When the session was last used; nil where no such session is stored.
  public var lastUse: SessionTime?
  /// Whose the session is; nil where it is nobody's.
  public var owner: StoredSession.Owner?
  /// Whether the session had more than one submission, or has an owner. Others are evicted first; see
  /// ``SessionLimits``.
  public var isEstablished: Bool
  /// The scene that was asked for; nil where there is none, or none was asked for.
  public var scene: StoredScene?
  /// The values of the session; nil where none are stored.
  public var values: StoredValues?
  /// What became of the submission; `.new` where none was asked for.
  public var submission: StoredSubmission.Status

  public init(
    lastUse: SessionTime? = nil, owner: StoredSession.Owner? = nil, isEstablished: Bool = false,
    scene: StoredScene? = nil, values: StoredValues? = nil,
    submission: StoredSubmission.Status = .new
  ) {
    self.lastUse = lastUse
    self.owner = owner
    self.isEstablished = isEstablished
    self.scene = scene
    self.values = values
    self.submission = submission
  }
}
