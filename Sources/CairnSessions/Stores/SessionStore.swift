/// Keeps sessions, their scenes, their values and their answered submissions, beyond the process if it can.
///
/// To a store a snapshot is bytes. It promises:
/// - A transaction is stored wholly or not at all, and one that was acknowledged stays.
/// - Transactions on one store, be it from several processes, have one order; each sees all before
///   it. Who loads after a commit was acknowledged sees that commit.
/// - A failure is a `SessionStoreError`. It leaves the store as it was, and never ends the process.
///
/// `load` and `commit` come in two forms. With a completion, for threads that must not block: the
/// completion is called exactly once, on the caller's thread before the call returns or on one of
/// the store's later. It has to be quick and must not wait for another operation of the store.
/// Without one they are asynchronous; a cancelled task's transaction is committed all the same,
/// since its caller could not know how far it was.
///
/// Whoever writes a store runs the checks of `CairnSessionsTesting` on it.
public protocol SessionStore: Sendable {
  /// Loads what a request has to know, from one moment.
  ///
  /// It does not wait for transactions that are under way, and counts as no use of the session.
  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionFindings, SessionStoreError>) -> Void)

  /// Commits the changes of an action, all or none.
  ///
  /// Looked at first is whether the submission was answered, then whether the values have the revision
  /// is expected, then whether the scenes have those that are to be replaced, and last whether the
  /// session's new id is free. So a repeat gets its answer, not a conflict with itself.
  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitVerdict, SessionStoreError>) -> Void)

  /// The scenes of a session, the one that was not used for the longest time first; none where the
  /// session is not stored.
  func scenes(of session: StoredSession.ID) async throws(SessionStoreError) -> [SceneSummary]

  /// Removes a session with all it has, as a user does who signs out.
  func removeSession(_ session: StoredSession.ID) async throws(SessionStoreError)

  /// Removes the sessions that were last used before `time`, with all they have.
  ///
  /// Each goes wholly or not at all; where there are many, transactions of others are committed in
  /// between.
  ///
  /// - Returns: What went, the oldest first.
  func removeSessions(
    idleSince time: SessionTime
  ) async throws(SessionStoreError) -> [StoredSession.ID]

  /// Removes the sessions of an owner, with all they have, as a user does who signs out everywhere.
  ///
  /// Each goes wholly or not at all; where there are many, transactions of others are committed in
  /// between.
  ///
  /// - Parameter session: One that stays, such as that in which it is asked for.
  /// - Returns: What went, the oldest first.
  func removeSessions(
    of owner: StoredSession.Owner, except session: StoredSession.ID?
  ) async throws(SessionStoreError) -> [StoredSession.ID]

  /// Sets the last uses of sessions and scenes that are later than `time` back to it, so that a clock
  /// that was ahead doesn't keep them. Has no effect unless a store implements it.
  func limitLastUses(to time: SessionTime) async throws(SessionStoreError)

  /// Ends the work under way and lets go of everything that is open.
  ///
  /// What was handed in before is done; what comes later fails with
  /// `SessionStoreError.Kind.closed`, but for another `close()`.
  func close() async
}

extension SessionStore {
  public func limitLastUses(to time: SessionTime) async throws(SessionStoreError) {}
}
