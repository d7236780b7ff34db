import CairnSecurity
import CairnSessions
import Logging

/// Gives sessions other ids and ends them, in memory and in the store.
final class SessionRegistrar: Sendable {
  let turnovers: SessionTurnovers
  let logger: Logger
  private let sessions: SessionTable<Session>
  private let store: any SessionStore
  private let keeper: SceneKeeper

  init(
    sessions: SessionTable<Session>, store: any SessionStore, keeper: SceneKeeper,
    clock: IdleClock, logger: Logger
  ) {
    turnovers = SessionTurnovers(now: { clock.now })
    self.sessions = sessions
    self.store = store
    self.keeper = keeper
    self.logger = logger
  }

  /// Lets a session in memory have the id that it has in the store.
  func rename(_ id: SessionID, to new: SessionID) {
    // Who has only the old cookie is to hear nothing of what comes.
    sessions.peek(id)?.closeStreams()
    sessions.rename(id, to: new)
  }

  /// Ends a session in memory that the store has nothing of.
  func end(_ id: SessionID) {
    if let session = sessions.peek(id) { session.values.commits.close() }
    sessions.remove(id)
  }

  /// Stores whose a session is.
  func noteOwner(
    _ owner: StoredSession.Owner, of commits: SessionCommits,
    _: borrowing SessionCommits.Order, completion: @escaping @Sendable () -> Void
  ) {
    guard !commits.isClosed else { return }
    let session = sessions.peek(SessionID(bits: commits.id.bits))
    var transaction = keeper.transaction(of: commits, touching: session?.latest)
    transaction.owner = .set(owner)
    store.commit(transaction) { [self] result in
      if case .success(.committed(let evictions)) = result {
        forget(evictions, of: session)
        return completion()
      }
      logger.error("Nobody could be signed in to a session: the store has not taken the owner.")
    }
  }

  /// Lets go of what the store has let go of.
  /// - Parameter session: The session of the scenes; `nil` if it isn't in memory.
  func forget(_ evictions: Evictions, of session: Session?) {
    if let session, !evictions.scenes.isEmpty {
      for scene in session.remove(evictions.scenes) { scene.end() }
    }
    sessions.remove(evictions)
  }

  /// Removes a session from the store.
  func removeFromStore(
    _ id: StoredSession.ID,
    completion: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
  ) {
    Task { [store] in
      do throws(SessionStoreError) {
        completion(.success(try await store.removeSession(id)))
      } catch {
        completion(.failure(error))
      }
    }
  }

  /// Ends all sessions of an owner.
  /// - Parameter kept: The commits of one that stays; its id does not change meanwhile.
  func endAll(of owner: StoredSession.Owner, except kept: SessionCommits?) async throws {
    let id = await kept?.pausing()
    defer { kept?.endRenewal() }
    var ended = Set(try await store.removeSessions(of: owner, except: id))
    for session in sessions.all where session.id != id && session.identity.owner == owner {
      ended.insert(session.id)
    }
    for id in ended {
      let id = SessionID(bits: id.bits)
      guard sessions.peek(id) != nil else { continue }
      end(id)
      // A scene may have been born in this moment.
      try await store.removeSession(StoredSession.ID(bits: id.bits))
    }
  }
}

extension SessionCommits {
  /// Lets everything wait as soon as nothing else changes the id, and answers the id.
  fileprivate func pausing() async -> StoredSession.ID {
    await withCheckedContinuation { continuation in
      perform(.renewal) { [self] turn in
        beginRenewal(turn)
        continuation.resume(returning: id)
      }
    }
  }
}
