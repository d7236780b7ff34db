/// The result of a transaction.
public enum CommitResult: Hashable, Sendable {
  /// All changes are durable. A later failure of the process doesn't lose them.
  ///
  /// The version is the session's after the transaction. See ``SessionLoadResult/version``.
  case committed(EvictionReport, version: UInt64?)
  /// Scenes don't have the revisions that the transaction expects. The store is unchanged.
  ///
  /// The array is empty if the transaction requires a session that isn't stored.
  case conflict([SceneConflict])
  /// The values of the session don't have the expected revision. The store is unchanged.
  ///
  /// The associated value is the stored values, or `nil` if there are none.
  case valuesConflict(StoredValues?)
  /// The submission was answered before with this text, so the transaction is a repeat. The store is unchanged.
  case answered(String)
  /// The page isn't newer than a forgotten submission, so the transaction may be a repeat. The store is unchanged.
  case forgotten

  /// Returns the result of a transaction in a store that doesn't count versions.
  public static func committed(_ evictions: EvictionReport) -> CommitResult {
    .committed(evictions, version: nil)
  }

  /// The evictions, or `nil` if the transaction wasn't committed.
  public var evictions: EvictionReport? {
    if case .committed(let evictions, _) = self { evictions } else { nil }
  }

  /// The session's version after the transaction, or `nil` if the transaction wasn't committed.
  public var version: UInt64? {
    if case .committed(_, let version) = self { version } else { nil }
  }
}

/// A scene that another transaction has changed.
public struct SceneConflict: Hashable, Sendable {
  /// The ID of the scene.
  public var mark: StoredScene.Mark
  /// The stored scene, or `nil` if it was removed.
  public var current: StoredScene?

  /// Creates a conflict.
  public init(mark: StoredScene.Mark, current: StoredScene?) {
    self.mark = mark
    self.current = current
  }
}

/// A report of the data that was evicted because of a transaction's limits, oldest first.
public struct EvictionReport: Hashable, Sendable {
  /// The evicted scenes of the transaction's session.
  public var scenes: [StoredScene.Mark]
  /// The other sessions that were evicted with all their data.
  public var sessions: [StoredSession.ID]

  /// Creates a report of evictions.
  public init(scenes: [StoredScene.Mark] = [], sessions: [StoredSession.ID] = []) {
    self.scenes = scenes
    self.sessions = sessions
  }
}
