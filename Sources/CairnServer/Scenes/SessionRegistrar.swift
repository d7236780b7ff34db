import CairnSecurity
import CairnSessions
import Logging

/// Gives sessions other ids and ends them, in memory and in the store.
final class SessionRegistrar: Sendable {
  let retired: RetiredSessions
  let names: RenewedNames
  let logger: Logger
  private let sessions: SessionTable<Session>
  private let store: any SessionStore
  private let keeper: SceneKeeper

  init(
    sessions: SessionTable<Session>, store: any SessionStore, keeper: SceneKeeper,
    names: RenewedNames, clock: IdleClock, logger: Logger
  ) {
    self.names = names
    retired = RetiredSessions(now: { clock.now })
    self.sessions = sessions
    self.store = store
    self.keeper = keeper
    self.logger = logger
  }

  // MARK: Renewal

  /// Whether a feature has asked for another ID of a session, or for its end, and that isn't stored yet. Until then, requests
  /// with the ID wait: they may be another user's.
  /// - Parameter holder: The caller, which doesn't count.
  func isRenewing(_ id: SessionID, exceptBy holder: SessionPhase.Holder? = nil) -> Bool {
    sessions.peek(id)?.mailbox.isHeld(exceptBy: holder) ?? false
  }

  /// Calls a closure when the renewal of a session has succeeded or failed.
  /// - Parameter onward: Where it's called.
  /// - Returns: Whether the session is being renewed. If not, the closure isn't called.
  func awaitRenewal(
    of id: SessionID, _ onward: @escaping Workload.Onward, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    sessions.peek(id)?.mailbox.awaitRenewal(onward, body) ?? false
  }

  /// Whether a page may be sent to the browser with an ID: its session was neither renewed nor ended since a moment, and that
  /// isn't about to happen.
  func isSame(_ id: SessionID, since moment: UInt64) -> Bool {
    // In this order: an ID is retired while its session is held.
    !isRenewing(id) && !retired.contains(id, since: moment)
  }

  /// Gives a session in memory the ID that it has in the store.
  /// - Parameter retirement: How the old one has come to have nothing.
  func rename(_ id: SessionID, to new: SessionID, _ retirement: RetiredSessions.Retirement) {
    // A browser that has only the old cookie must not receive later changes.
    sessions.peek(id)?.closeStreams()
    sessions.rename(id, to: new) { retired.add(retirement, of: id) }
  }

  /// Ends a session in memory that the store has nothing of.
  func end(_ id: SessionID) {
    let mailbox = sessions.peek(id)?.mailbox
    mailbox?.close()
    sessions.remove(id)
    // Requests that have waited don't find it now.
    mailbox?.workOff()
  }

  /// Stores whose a session is.
  func noteOwner(
    _ owner: StoredSession.Owner, of mailbox: SessionMailbox,
    _: borrowing SessionMailbox.Order, completion: @escaping @Sendable () -> Void
  ) {
    guard !mailbox.isClosed else { return }
    let session = sessions.peek(SessionID(bits: mailbox.id.bits))
    var transaction = keeper.transaction(of: mailbox, touching: session?.latest)
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
  /// - Parameter kept: The mailbox of a session that isn't ended. Its ID doesn't change during the call.
  func endAll(of owner: StoredSession.Owner, except kept: SessionMailbox?) async throws {
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

extension SessionMailbox {
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
