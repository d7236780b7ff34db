/// A store for sessions with their scenes, values, and answered submissions, which usually outlives the process.
///
/// Snapshots are opaque bytes to a store. A store guarantees the following:
///
/// - A transaction is stored completely or not at all, and an acknowledged transaction is durable.
/// - All transactions of a store have a single order, even across processes. Each transaction sees all previous ones. A
///   load that begins after a commit was acknowledged sees that commit.
/// - A failure is reported as a ``SessionStoreError``. It leaves the store unchanged, and never ends the process.
///
/// `load` and `commit` have two forms:
///
/// - With a completion, for threads that must not block. The completion is called exactly once. It runs on the caller's
///   thread before the call returns, or later on a thread of the store. It must be quick and must not wait for another
///   operation of the store.
/// - Without a completion, as asynchronous methods. If the task is canceled, its transaction is still committed,
///   because the caller couldn't know how far it got.
///
/// At startup, a server logs the store's `description` if the store conforms to `CustomStringConvertible`. Otherwise, it
/// logs the name of its type.
///
/// To test your own store, run the checks of `CairnSessionsTesting` on it.
public protocol SessionStore: Sendable {
  /// Loads the stored data that a request needs, all from the same point in time.
  ///
  /// This doesn't wait for transactions in progress, and doesn't count as a use of the session.
  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void)

  /// Commits all changes of a transaction, or no changes.
  ///
  /// The store makes these checks in order, so that a repeated submission gets its answer and not a
  /// conflict with itself:
  ///
  /// 1. Whether the submission was answered or forgotten.
  /// 2. Whether the values have the expected revision.
  /// 3. Whether the scenes have the revisions that the transaction expects.
  /// 4. Whether the session's new ID is free.
  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void)

  /// Returns the scenes of a session, least recently used first. The result is empty if the session isn't stored.
  func scenes(of session: StoredSession.ID) async throws(SessionStoreError) -> [SceneSummary]

  /// Removes a session with all its data, for example when the user signs out.
  func removeSession(_ session: StoredSession.ID) async throws(SessionStoreError)

  /// Removes the sessions that were last used before `time`, with all their data.
  ///
  /// Each session is removed completely or not at all. If there are many, other transactions can be
  /// committed in between.
  ///
  /// - Returns: The removed sessions, oldest first.
  func removeSessions(
    idleSince time: SessionTime
  ) async throws(SessionStoreError) -> [StoredSession.ID]

  /// Removes the sessions of an owner with all their data, for example when the user signs out everywhere.
  ///
  /// Each session is removed completely or not at all. If there are many, other transactions can be
  /// committed in between.
  ///
  /// - Parameters:
  ///   - owner: The owner of the sessions.
  ///   - session: A session to keep, such as the one that makes the request.
  /// - Returns: The removed sessions, oldest first.
  func removeSessions(
    of owner: StoredSession.Owner, except session: StoredSession.ID?
  ) async throws(SessionStoreError) -> [StoredSession.ID]

  /// Sets last uses of sessions and scenes that are later than `time` back to it.
  ///
  /// This keeps a clock that was ahead from extending their life. The default implementation does nothing.
  func limitLastUses(to time: SessionTime) async throws(SessionStoreError)

  /// Returns the size of all sessions in bytes, counted as in ``SessionLimits``, or `nil` if the store doesn't count it.
  ///
  /// The server's metrics contain the size. The default implementation returns `nil`.
  func storedBytes() async throws(SessionStoreError) -> Int?

  /// Whether several servers can use the same data at the same time.
  ///
  /// If so, a server compares its memory with the store when a browser has seen something newer. The default
  /// implementation returns `true`.
  var isShared: Bool { get }

  /// Receives announcements of changes of a session, until the result is canceled or released.
  ///
  /// A server listens to the sessions of connected browsers, so that their pages show the changes of other servers.
  /// Without announcements, they show them after up to a minute, or with their next request.
  ///
  /// The announcement of each transaction that changes the session follows the transaction, in the order of the
  /// session's versions. The store also announces transactions of the caller.
  ///
  /// The default implementation returns `nil`.
  ///
  /// - Parameters:
  ///   - session: The session. If it gets another ID, the announcements end.
  ///   - onAnnouncement: A closure that's called with each announcement, first with ``SessionAnnouncement/began``. It's
  ///     called on any thread, must be quick, and must not wait for another operation of the store.
  /// - Returns: An object that ends the receipt, or `nil` if the store doesn't announce changes.
  func listen(
    to session: StoredSession.ID,
    onAnnouncement: @escaping @Sendable (SessionAnnouncement) -> Void
  ) -> SessionListening?

  /// Finishes the work in progress and releases all resources.
  ///
  /// Operations that began before this call are completed. Later ones fail with ``SessionStoreError/Kind/closed``,
  /// except for another `close()`.
  func close() async
}

extension SessionStore {
  /// Does nothing. Implement this method if your store keeps last uses.
  public func limitLastUses(to time: SessionTime) async throws(SessionStoreError) {}

  /// Returns `nil`. Implement this method if servers share your store.
  public func listen(
    to session: StoredSession.ID,
    onAnnouncement: @escaping @Sendable (SessionAnnouncement) -> Void
  ) -> SessionListening? { nil }

  /// Returns `true`. Implement this property if the data is only in this process.
  public var isShared: Bool { true }

  /// Returns `nil`. Implement this method if your store counts its bytes.
  public func storedBytes() async throws(SessionStoreError) -> Int? { nil }
}
