import CairnSessions
import Synchronization

/// Stores sessions in memory for several servers, and delays a commit, rejects loads, or loses announcements while a test
/// requests it.
final class SharedSessions: SessionStore {
  private struct State {
    var holdsNext = false
    var held: (@Sendable () -> Void)?
    var waiter: CheckedContinuation<Void, Never>?
    var rejectsLoads = false
    var loads = 0
    var listeners: [UInt64: (StoredSession.ID, @Sendable (SessionAnnouncement) -> Void)] = [:]
    var losesAnnouncements = false
  }

  private let base = MemorySessionStore()
  private let state = Mutex(State())

  /// The number of times that a server has read the store.
  var loads: Int { state.withLock(\.loads) }

  /// Makes loads fail or succeed.
  func rejectLoads(_ rejectsLoads: Bool) {
    state.withLock { $0.rejectsLoads = rejectsLoads }
  }

  /// Delays the next commit until ``release()``.
  func holdNext() {
    state.withLock { $0.holdsNext = true }
  }

  /// Returns when a commit is waiting.
  func holdsOne() async {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        if state.held == nil { state.waiter = continuation }
        return state.held != nil
      }
      if isWaiting { continuation.resume() }
    }
  }

  func release() {
    let commit = state.withLock { state in
      defer { state.held = nil }
      return state.held
    }
    commit?()
  }

  /// Loses announcements from now on.
  func loseAnnouncements() {
    state.withLock { $0.losesAnnouncements = true }
  }

  func listen(
    to session: StoredSession.ID,
    onAnnouncement: @escaping @Sendable (SessionAnnouncement) -> Void
  ) -> SessionListening? {
    let number = state.withLock { state in
      let number = (state.listeners.keys.max() ?? 0) + 1
      state.listeners[number] = (session, onAnnouncement)
      return number
    }
    onAnnouncement(.began)
    return SessionListening { [weak self] in
      self?.state.withLock { $0.listeners[number] = nil }
    }
  }

  private func announce(_ announcement: SessionAnnouncement, of session: StoredSession.ID) {
    let listeners = state.withLock { state in
      state.losesAnnouncements ? [] : state.listeners.values.filter { $0.0 == session }
    }
    for (_, listener) in listeners { listener(announcement) }
  }

  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    let isRejected = state.withLock { state in
      state.loads += 1
      return state.rejectsLoads
    }
    guard !isRejected else { return completion(.failure(Self.error)) }
    base.load(query, completion: completion)
  }

  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    let commit = { @Sendable [self] in
      base.commit(transaction) { [self] result in
        if case .success(let result) = result, let version = result.version,
          transaction.changesSession
        {
          let contents = SessionChange.Contents(transaction)
          if transaction.renaming != nil { announce(.ended, of: transaction.session) }
          announce(
            .changed(SessionChange(version: version, contents: contents)),
            of: transaction.renaming ?? transaction.session)
        }
        completion(result)
      }
    }
    let (isHeld, waiter) = state.withLock { state in
      guard state.holdsNext else { return (false, nil as CheckedContinuation<Void, Never>?) }
      state.holdsNext = false
      state.held = commit
      defer { state.waiter = nil }
      return (true, state.waiter)
    }
    waiter?.resume()
    if !isHeld { commit() }
  }

  func scenes(of session: StoredSession.ID) async throws(SessionStoreError) -> [SceneSummary] {
    guard !state.withLock(\.rejectsLoads) else { throw Self.error }
    return try await base.scenes(of: session)
  }

  func removeSession(_ session: StoredSession.ID) async throws(SessionStoreError) {
    try await base.removeSession(session)
    announce(.ended, of: session)
  }

  func removeSessions(
    idleSince time: SessionTime
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    try await base.removeSessions(idleSince: time)
  }

  func removeSessions(
    of owner: StoredSession.Owner, except session: StoredSession.ID?
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    try await base.removeSessions(of: owner, except: session)
  }

  func close() async { await base.close() }

  private static var error: SessionStoreError {
    SessionStoreError(
      .busy, reason: "The store doesn't respond.", recoverySuggestion: "Wait a moment.")
  }
}
