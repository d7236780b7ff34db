/// What became of a transaction.
public enum CommitVerdict: Hashable, Sendable {
  /// All of it is stored; no later failure of the process loses it.
  case committed(Evictions)
  /// Scenes are not at the revision that was to be replaced: nothing is changed.
  case conflict([SceneConflict])
  /// The values of the session are not at the revision that was expected: nothing is changed. It has
  /// what is stored now; nil where there is nothing.
  case valuesConflict(StoredValues?)
  /// The submission was answered before, so the transaction is a repeat: nothing is changed.
  case answered(String)
  /// The submission's page is as old as one whose submissions were forgotten, so the transaction
  /// may be a repeat: nothing is changed.
  case forgotten
}

/// A scene that another transaction has changed meanwhile.
public struct SceneConflict: Hashable, Sendable {
  public var mark: StoredScene.Mark
  /// What is stored now; nil where the scene is gone.
  public var current: StoredScene?

  public init(mark: StoredScene.Mark, current: StoredScene?) {
    self.mark = mark
    self.current = current
  }
}

/// What went because of the limits of a transaction, the oldest first.
public struct Evictions: Hashable, Sendable {
  /// Scenes of the transaction's session.
  public var scenes: [StoredScene.Mark]
  /// Other sessions, with all they had.
  public var sessions: [StoredSession.ID]

  public init(scenes: [StoredScene.Mark] = [], sessions: [StoredSession.ID] = []) {
    self.scenes = scenes
    self.sessions = sessions
  }
}
