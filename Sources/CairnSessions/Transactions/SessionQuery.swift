/// A query for the data that a request needs, which is one scene and whether the request is a repeat.
public struct SessionQuery: Hashable, Sendable {
  /// The ID of the session.
  public var session: StoredSession.ID
  /// The scene to load, or `nil` for a page whose scene isn't stored yet.
  public var mark: StoredScene.Mark?
  /// The submission to look up, or `nil` if the request isn't a submission.
  public var submission: StoredSubmission?

  /// Creates a query.
  public init(
    session: StoredSession.ID, mark: StoredScene.Mark? = nil, submission: StoredSubmission? = nil
  ) {
    self.session = session
    self.mark = mark
    self.submission = submission
  }
}

/// The result of a ``SessionQuery``, all from the same point in time.
public struct SessionLoadResult: Hashable, Sendable {
  /// When the session was last used, or `nil` if it isn't stored.
  public var lastUse: SessionTime?
  /// The owner of the session, or `nil` if it has no owner.
  public var owner: StoredSession.Owner?
  /// Whether the session ever had an owner, or more than one submission.
  ///
  /// Other sessions are evicted first. See ``SessionLimits``.
  public var isEstablished: Bool
  /// The number of transactions that have changed the session, or `nil` if the store doesn't count them.
  ///
  /// Transactions that only use the session aren't counted. The number stays the same if the session gets another ID.
  /// Servers that share a store compare it with the version that a browser has seen. Without it, the copy of a session in
  /// the memory of one server can be older than what another server has shown.
  public var version: UInt64?
  /// The requested scene, or `nil` if it isn't stored or wasn't requested.
  public var scene: StoredScene?
  /// The values of the session, or `nil` if none are stored.
  public var values: StoredValues?
  /// The status of the submission, or `.new` if the query has no submission.
  public var submission: StoredSubmission.Status

  /// Creates a result. By default, it's the result for a session that isn't stored.
  public init(
    lastUse: SessionTime? = nil, owner: StoredSession.Owner? = nil, isEstablished: Bool = false,
    version: UInt64? = nil, scene: StoredScene? = nil, values: StoredValues? = nil,
    submission: StoredSubmission.Status = .new
  ) {
    self.lastUse = lastUse
    self.owner = owner
    self.isEstablished = isEstablished
    self.version = version
    self.scene = scene
    self.values = values
    self.submission = submission
  }
}
