/// The changes of one action, which are committed together or not at all.
///
/// ```swift
/// var transaction = SessionTransaction(session: session, time: now)
/// transaction.writes = [
///   SceneWrite(mark: sceneID, replacing: 6, revision: 7, payload: snapshot)
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
/// A session is created by the first transaction that stores something in it. A transaction without changes updates the
/// last use of a stored session. It has no effect if the session isn't stored.
public struct SessionTransaction: Hashable, Sendable {
  /// The ID of the session.
  public var session: StoredSession.ID
  /// The new ID of the session, which keeps all its data, or `nil` to keep the current ID.
  ///
  /// The new ID must not be in use, and it must have the ``StoredSession/ID/shardKey`` of the current ID. If it's in
  /// use, the transaction is rejected with ``SessionStoreError/Kind/invalid``. A store that spreads sessions over several
  /// machines also rejects it if the session would have to move to another machine.
  ///
  /// After that, the old ID isn't stored. Loading with the old ID finds no scene. A transaction with the old ID gets a
  /// conflict if it replaces a scene or the values.
  public var renaming: StoredSession.ID?
  /// Whether the session must already be stored.
  ///
  /// If it isn't, for example because it has been removed, the result is ``CommitResult/conflict(_:)`` without scenes.
  /// By default, it's `false`, and the transaction creates the session.
  public var requiresSession = false
  /// The earliest last use with which the session still counts as stored, or `nil` if any does.
  ///
  /// A session that was last used before this time has expired, although it wasn't removed yet. The store first removes
  /// it with all its data, even if the transaction isn't committed. A transaction therefore can't bring back the scenes,
  /// the values, or the owner of an expired session.
  public var expiry: SessionTime?
  /// The update of the session's owner, or `nil` to keep the owner.
  public var owner: OwnerUpdate?
  /// The client that started the session, or `nil` if it's unknown. A store keeps it when it first stores the session.
  public var client: StoredSession.Client?
  /// When the session was used, and every scene that's written or touched.
  public var time: SessionTime
  /// The scenes to write.
  public var writes: [SceneWrite] = []
  /// The scenes to remove.
  public var removals: [SceneRemoval] = []
  /// The scenes that were used without a change, such as scenes that a user is looking at. Scenes that aren't stored
  /// are ignored.
  public var touches: [StoredScene.Mark] = []
  /// The operation on the session's values, or `nil` if the transaction neither reads nor writes them.
  public var values: ValueOperation?
  /// The processed submission and its answer, or `nil` if the transaction doesn't answer a submission.
  public var answer: SubmissionAnswer?
  /// The limits that apply to the transaction.
  public var limits: SessionLimits
  /// The server that makes the transaction, or `nil` if the store has no leases.
  ///
  /// The transaction conflicts if another server has the lease of a scene to write.
  package var leaseHolder: LeaseHolderID?

  /// Creates a transaction without changes.
  public init(session: StoredSession.ID, time: SessionTime, limits: SessionLimits = .init()) {
    self.session = session
    self.time = time
    self.limits = limits
  }

  /// Whether the transaction creates its session if it isn't stored.
  package var storesSomething: Bool {
    !writes.isEmpty || answer != nil || values?.write != nil || owner?.owner != nil
  }

  /// Whether the transaction changes a stored session, so that the session gets another version.
  ///
  /// A transaction without changes only updates the last uses of the session and its scenes.
  public var changesSession: Bool {
    storesSomething || !removals.isEmpty || owner != nil || renaming != nil
  }

  /// Whether the transaction creates a scene, so that the limit on their number applies.
  package var bearsScenes: Bool { writes.contains { $0.replacing == nil } }

  /// The scenes that must not be evicted.
  package var usedSceneIDs: Set<StoredScene.Mark> { Set(writes.lazy.map(\.mark)).union(touches) }
}

/// A scene to write, by compare-and-set.
public struct SceneWrite: Hashable, Sendable {
  /// The ID of the scene.
  public var mark: StoredScene.Mark
  /// The revision that the scene had when it was loaded, and must still have.
  ///
  /// It's `nil` for a new scene, which must not be stored yet.
  public var replacing: UInt64?
  /// The revision after this write, which must differ from the replaced revision.
  public var revision: UInt64
  /// The snapshot, up to ``StoredScene/maximumPayload`` bytes.
  public var payload: [UInt8]

  /// Creates a write of a scene.
  public init(mark: StoredScene.Mark, replacing: UInt64?, revision: UInt64, payload: [UInt8]) {
    self.mark = mark
    self.replacing = replacing
    self.revision = revision
    self.payload = payload
  }
}

/// A scene to remove.
public struct SceneRemoval: Hashable, Sendable {
  /// The ID of the scene.
  public var mark: StoredScene.Mark
  /// The revision that the scene must still have.
  ///
  /// If it's `nil`, the scene is removed at any revision, and it doesn't have to exist.
  public var revision: UInt64?

  /// Creates a removal of a scene.
  public init(mark: StoredScene.Mark, revision: UInt64? = nil) {
    self.mark = mark
    self.revision = revision
  }
}

/// A submission and its answer.
public struct SubmissionAnswer: Hashable, Sendable {
  /// The answered submission.
  public var submission: StoredSubmission
  /// The answer that every repeat of the submission gets, such as the URL for a redirect.
  public var text: String

  /// Creates an answer to a submission.
  public init(_ submission: StoredSubmission, text: String) {
    self.submission = submission
    self.text = text
  }
}
