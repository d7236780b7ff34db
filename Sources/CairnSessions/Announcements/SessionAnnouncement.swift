/// A store's announcement to servers that listen to a session.
///
/// Announcements are hints. A store can lose them, for example while a connection is interrupted.
public enum SessionAnnouncement: Hashable, Sendable {
  /// Changes are announced from now on. The session may have changed before, or since the last announcement.
  case began
  /// A transaction has changed the session.
  case changed(SessionChange)
  /// The session was removed, or has another ID now.
  case ended
}

/// A change of a stored session by a transaction.
public struct SessionChange: Hashable, Sendable {
  /// What a transaction has changed.
  public struct Contents: Hashable, Sendable {
    /// The scenes that were written or removed, in the order of the transaction.
    public var scenes: [ChangedScene]
    /// The scenes whose pages the browser gets with the response to a submission, whether or not they have changed.
    public var answered: [StoredScene.Mark]
    /// Whether the session's values or its owner have changed, which all of its scenes can show.
    public var isShared: Bool

    /// Creates the description of a change.
    public init(
      scenes: [ChangedScene] = [], answered: [StoredScene.Mark] = [], isShared: Bool = false
    ) {
      self.scenes = scenes
      self.answered = answered
      self.isShared = isShared
    }

    /// Creates the description of a transaction's changes.
    public init(_ transaction: SessionTransaction) {
      scenes =
        transaction.writes.map { ChangedScene(mark: $0.mark, revision: $0.revision) }
        + transaction.removals.map { ChangedScene(mark: $0.mark, revision: nil) }
      answered =
        transaction.answer == nil
        ? [] : transaction.writes.map(\.mark) + transaction.touches
      isShared = transaction.values?.write != nil || transaction.owner != nil
    }
  }

  /// The session's version after the change. See ``SessionLoadResult/version``.
  public var version: UInt64
  /// The changed parts of the session, or `nil` if anything may have changed.
  public var contents: Contents?

  /// Creates a change.
  public init(version: UInt64, contents: Contents?) {
    self.version = version
    self.contents = contents
  }
}

/// A scene that a transaction has changed.
public struct ChangedScene: Hashable, Sendable {
  /// The ID of the scene.
  public var mark: StoredScene.Mark
  /// The revision of the scene after the change, or `nil` if it was removed.
  public var revision: UInt64?

  /// Creates a changed scene.
  public init(mark: StoredScene.Mark, revision: UInt64?) {
    self.mark = mark
    self.revision = revision
  }
}
