import CairnSecurity
import CairnSessions
import Dispatch
import Logging

/// Renews and ends sessions, in memory and in the store.
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

  /// Returns whether a feature has asked to renew or end a session, and the change isn't stored yet.
  ///
  /// Until then, requests with the ID wait, because they may be from a different user.
  /// - Parameter holder: The caller, whose own request is ignored.
  func isRenewing(_ id: SessionID, exceptBy holder: SessionPhase.Holder? = nil) -> Bool {
    sessions.peek(id)?.mailbox.isHeld(exceptBy: holder) ?? false
  }

  /// Calls a closure when the renewal of a session has succeeded or failed.
  /// - Parameter onward: Where the closure is called.
  /// - Returns: Whether the session is being renewed. If it isn't, the closure isn't called.
  func awaitRenewal(
    of id: SessionID, _ onward: @escaping Workload.Onward, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    sessions.peek(id)?.mailbox.awaitRenewal(onward, body) ?? false
  }

  /// Returns whether a page may be sent to the browser with an ID.
  ///
  /// It may be sent if the session wasn't renewed or ended since the given number of retirements, and isn't about to
  /// be.
  func isSame(_ id: SessionID, since retirementCount: UInt64) -> Bool {
    // The order matters, because an ID is retired while its session is held.
    !isRenewing(id) && !retired.contains(id, since: retirementCount)
  }

  /// Gives a session in memory the ID that it has in the store.
  /// - Parameter retirement: Why the old ID is no longer valid.
  func rename(_ id: SessionID, to new: SessionID, _ retirement: RetiredSessions.Retirement) {
    // A browser that has only the old cookie must not receive later changes.
    sessions.peek(id)?.closeStreams()
    sessions.rename(id, to: new) { retired.add(retirement, of: id) }
  }

  /// Ends a session in memory that's no longer in the store.
  func end(_ id: SessionID) {
    let mailbox = sessions.peek(id)?.mailbox
    mailbox?.close()
    sessions.remove(id)
    // The requests that have waited don't find the session now.
    mailbox?.workOff()
  }

  /// Stores the owner of a session.
  /// - Parameter completion: Called with whether the owner was stored.
  func noteOwner(
    _ owner: StoredSession.Owner, of mailbox: SessionMailbox,
    _: borrowing SessionMailbox.Order, completion: @escaping @Sendable (Bool) -> Void
  ) {
    guard !mailbox.isClosed else { return completion(false) }
    let session = sessions.peek(SessionID(bits: mailbox.id.bits))
    var transaction = keeper.transaction(of: mailbox, touching: session?.latest)
    transaction.owner = .set(owner)
    store.commit(transaction) { [self] result in
      session?.version.noteCommitted(result.version)
      if case .success(.committed(let evictions, _)) = result {
        forget(evictions, of: session)
        return completion(true)
      }
      logger.error("Sign-in failed: the session store rejected the owner.")
      completion(false)
    }
  }

  /// Reports that the pages of a session may have changed, because guards may have opened for its owner.
  func redrawScenes(of mailbox: SessionMailbox) {
    // The caller may hold the lock of a scene.
    DispatchQueue.global().async { [sessions] in
      sessions.peek(SessionID(bits: mailbox.id.bits))?.redrawScenes()
    }
  }

  /// Removes sessions and scenes from memory that the store has evicted.
  /// - Parameter session: The session of the scenes, or `nil` if it isn't in memory.
  func forget(_ evictions: EvictionReport, of session: Session?) {
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
  /// - Parameter kept: The mailbox of a session to keep. Its ID doesn't change during the call.
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
      // A scene may have been stored at the same moment.
      try await store.removeSession(StoredSession.ID(bits: id.bits))
    }
  }
}

extension SessionMailbox {
  /// Makes all work of the session wait as soon as its ID can't change otherwise, and returns the ID.
  fileprivate func pausing() async -> StoredSession.ID {
    await withCheckedContinuation { continuation in
      perform(.renewal) { [self] turn in
        beginRenewal(turn)
        continuation.resume(returning: id)
      }
    }
  }
}
