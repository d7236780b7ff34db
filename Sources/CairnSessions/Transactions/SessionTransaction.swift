/// The changes of one action, which are committed together or not at all.
///
/// ```swift
/// var transaction = SessionTransaction(session: session, time: now)
/// transaction.writes = [
///   SceneWrite(mark: mark, replacing: 6, revision: 7, payload: snapshot)
/// ]
/// transaction.answer = SubmissionAnswer(submission, text: "/inventory?~k3")
/// switch try await store.commit(transaction) {
/// case .committed: break
/// case .conflict(let conflicts): …
/// case .valuesConflict(let current): …
/// case .answered(let text): …
/// case .forgotten: …
/// }
/// ```
///
/// A session comes to be with the first transaction that stores something in it. One without
/// changes touches the session where it is stored, and is nothing where it is not.
public struct SessionTransaction: Hashable, Sendable {
  public var session: StoredSession.ID
  /// The id under which the session is stored from now on, with all it has; nil where it keeps its
  /// own.
  ///
  /// It has to be new: where there is a session with that id the transaction is refused with
  /// `SessionStoreError.Kind.invalid`. The old id has nothing then. Who still comes with it finds no
  /// scene, and is told of a conflict where a scene or the values were to be replaced.
  public var renaming: StoredSession.ID?
  /// Whose the session is from now on; nil where that stays as it is.
  public var owner: OwnerChange?
  /// Where the session was begun, which a store notes when it stores the session for the first time;
  /// nil if that's unknown.
  public var client: StoredSession.Client?
  /// When the session, and every scene that is written or touched, was used.
  public var time: SessionTime
  public var writes: [SceneWrite] = []
  public var removals: [SceneRemoval] = []
  /// Scenes that were used without a change, as those are that someone looks at. One that is not
  /// stored is passed over.
  public var touches: [StoredScene.Mark] = []
  /// What it has to do with the values of the session; nil where it neither reads nor writes them.
  public var values: ValuesUse?
  /// The submission that was worked on.
  public var answer: SubmissionAnswer?
  public var limits: SessionLimits

  /// Makes a transaction without changes.
  public init(session: StoredSession.ID, time: SessionTime, limits: SessionLimits = .init()) {
    self.session = session
    self.time = time
    self.limits = limits
  }

  /// Whether the transaction makes its session where it is not stored.
  package var storesSomething: Bool {
    !writes.isEmpty || answer != nil || values?.write != nil || owner?.owner != nil
  }

  /// Whether a scene is born, so that the limit on their number is looked at.
  package var bearsScenes: Bool { writes.contains { $0.replacing == nil } }

  /// The scenes that the limits leave alone.
  package var usedMarks: Set<StoredScene.Mark> { Set(writes.lazy.map(\.mark)).union(touches) }
}

/// A scene to be written, by compare-and-set.
public struct SceneWrite: Hashable, Sendable {
  public var mark: StoredScene.Mark
  /// The revision that the scene had when it was loaded, and must still have; nil for a scene that
  /// is born, which must not be stored yet.
  public var replacing: UInt64?
  /// The revision that the scene has with this write; another than the one it replaces.
  public var revision: UInt64
  /// The snapshot, of `StoredScene.maximumPayload` bytes at the most.
  public var payload: [UInt8]

  public init(mark: StoredScene.Mark, replacing: UInt64?, revision: UInt64, payload: [UInt8]) {
    self.mark = mark
    self.replacing = replacing
    self.revision = revision
    self.payload = payload
  }
}

/// A scene to be removed.
public struct SceneRemoval: Hashable, Sendable {
  public var mark: StoredScene.Mark
  /// The revision that the scene must still have; nil removes it at any revision, and is content
  /// where there is none.
  public var revision: UInt64?

  public init(mark: StoredScene.Mark, revision: UInt64? = nil) {
    self.mark = mark
    self.revision = revision
  }
}

/// A submission and what it was answered.
public struct SubmissionAnswer: Hashable, Sendable {
  public var submission: StoredSubmission
  /// The answer that every repeat gets, such as the URL to go to.
  public var text: String

  public init(_ submission: StoredSubmission, text: String) {
    self.submission = submission
    self.text = text
  }
}
