import CairnApplications
import CairnReducers
import CairnScreens
import CairnSessions
import CairnViews
import Dispatch
import Foundation
import Logging
import Synchronization

/// Stores scenes, and loads scenes that aren't in memory.
final class SceneKeeper: Sendable {
  /// The result of storing a scene.
  enum Outcome: Sendable {
    case stored(EvictionReport)
    /// The scene was stored, and the browser's session has a new name from now on.
    case renewed(NextName, EvictionReport)
    /// The session has ended and was removed from the store.
    case ended(NextName)
    /// The submission was processed before, perhaps by another server. Its response is a redirect to this URL.
    case answered(String)
    /// The stored state has changed in the meantime, or an earlier change wasn't stored.
    case conflict
    case failed(SessionStoreError)
  }

  let store: any SessionStore
  private let limits: SessionLimits
  private let idle: Duration
  private let clock: IdleClock
  /// This server, or `nil` if the store has no leases.
  private let leaseHolder: LeaseHolderID?
  private let logger: Logger
  private let isAbandoned = Atomic(false)

  init(
    store: any SessionStore, limits: SessionLimits, idle: Duration, clock: IdleClock,
    leaseHolder: LeaseHolderID? = nil, logger: Logger
  ) {
    self.store = store
    self.limits = limits
    self.idle = idle
    self.clock = clock
    self.leaseHolder = leaseHolder
    self.logger = logger
  }

  /// Finds a scene and the result of a submission in the store.
  ///
  /// A session that was idle for too long isn't found, even if it wasn't removed yet.
  /// - Parameters:
  ///   - onward: Where the work continues if it had to wait. The store's own threads have other readers to serve.
  ///   - completion: Called on the caller's thread, or through `onward`.
  func find(
    _ query: SessionQuery, _ onward: @escaping Workload.Onward, in trace: RequestTrace? = nil,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    let expiry = expiry
    let caller = pthread_self()
    let span = trace?.begin(.load)
    store.load(query) { result in
      span?.end(with: result)
      let found = result.map { loadResult in
        guard let lastUse = loadResult.lastUse, lastUse < expiry else { return loadResult }
        return SessionLoadResult()
      }
      if pthread_equal(caller, pthread_self()) != 0 { return completion(found) }
      onward { completion(found) }
    }
  }

  /// Stores a scene with the response to a submission, and makes the requested change of its session.
  /// - Parameters:
  ///   - epoch: The state of the session's values when the submission began, or `nil` if it hasn't run anything.
  ///   - completion: May be called before the call returns.
  func store(
    _ access: borrowing SceneAccess, _ answered: AnsweredPost, since epoch: Int?,
    in trace: RequestTrace? = nil,
    completion: @escaping @Sendable (Outcome) -> Void
  ) {
    guard let record = access.live.record else { return completion(.stored(EvictionReport())) }
    let turnover = access.live.session?.take()
    let span = trace?.begin(.commit)
    let completion: @Sendable (Outcome) -> Void = { outcome in
      if case .failed(let error) = outcome { span?.end(error) } else { span?.end() }
      switch outcome {
      case .stored, .renewed, .ended: break
      case .answered, .conflict, .failed:
        record.lose()
        turnover?.giveUp()
      }
      completion(outcome)
    }
    // An earlier submission wasn't stored, and its response reported that. It must not be stored with this one.
    guard !record.isLost else {
      if epoch != nil { record.values.takeBack() }
      return completion(.conflict)
    }
    if let turnover, turnover.id == nil {
      return end(answered, by: turnover, record, completion: completion)
    }
    var transaction = transaction(of: record.values.mailbox)
    transaction.session = answered.session
    transaction.answer = answered.answer
    transaction.renaming = turnover?.id
    transaction.owner = turnover?.owner
    transaction.writes = write(access, record).map { [$0] } ?? []
    if let source = answered.source, source != record.sceneID { transaction.touches.append(source) }
    if transaction.writes.isEmpty { transaction.touches.append(record.sceneID) }
    commit(
      transaction, of: access.live, record, since: epoch, for: turnover?.holder,
      conclude: { turnover?.conclude(answered.retirement) },
      completion: { outcome in
        if case .stored(let evictions) = outcome, let turnover {
          return completion(.renewed(turnover.wish.next, evictions))
        }
        completion(outcome)
      })
  }

  /// Ends a session. Its scenes aren't stored.
  private func end(
    _ answered: AnsweredPost, by turnover: Turnover, _ record: SceneRecord,
    completion: @escaping @Sendable (Outcome) -> Void
  ) {
    guard !isAbandoned.load(ordering: .relaxed) else { return }
    record.values.end(
      answered.session, by: { turnover.remove(completion: $0) },
      conclude: { turnover.conclude(answered.retirement) },
      completion: { result in
        switch result {
        case .success(.committed): completion(.ended(turnover.wish.next))
        case .success: completion(.conflict)
        case .failure(let error): completion(.failed(error))
        }
      })
  }

  /// Stores a scene that has changed without a submission.
  ///
  /// While another write is in progress, the change waits, and is stored together with later changes. If a write fails,
  /// the next change makes up for it.
  /// - Parameter completion: Called with the result, if something is written.
  func storeChange(
    of access: borrowing SceneAccess, completion: @escaping @Sendable (Outcome) -> Void
  ) {
    guard let record = access.live.record, !record.isLost, !record.mustWait(),
      let write = write(access, record)
    else { return }
    var transaction = transaction(of: record.values.mailbox)
    transaction.writes = [write]
    commit(transaction, of: access.live, record) { outcome in
      if case .conflict = outcome { record.lose() }
      completion(outcome)
    }
  }

  /// Stores a snapshot of a scene that isn't in memory.
  /// - Parameter completion: May be called before the call returns, and under a lock.
  func store(
    _ snapshot: SceneSnapshot, replacing stored: StoredScene, of values: SessionValues,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    guard !isAbandoned.load(ordering: .relaxed) else { return }
    var transaction = transaction(of: values.mailbox)
    transaction.writes = [
      SceneWrite(
        mark: stored.mark, replacing: stored.revision, revision: stored.revision + 1,
        payload: snapshot.encoded())
    ]
    values.commitChange(transaction, to: store) { [logger, mount = snapshot.mount] result in
      if case .failure(let error) = result, error.isRefusal {
        logger.error("Couldn't store a scene of \(mount): \(error)")
      }
      completion(result)
    }
  }

  /// Stores changes to a session's values that aren't part of a submission.
  /// - Parameters:
  ///   - scene: A scene that the store must not evict to make room for the values.
  ///   - evicted: Called with the store's evictions for them.
  func store(
    _ values: SessionValues, touching scene: StoredScene.Mark?,
    evicted: @escaping @Sendable (EvictionReport) -> Void
  ) {
    guard !isAbandoned.load(ordering: .relaxed) else { return }
    let transaction: @Sendable (SessionMailbox) -> SessionTransaction = { [self] mailbox in
      self.transaction(of: mailbox, touching: scene)
    }
    values.storeChanges(to: store, in: transaction) { [logger] result in
      switch result {
      case .success(.committed(let evictions, _)): evicted(evictions)
      case .failure(let error) where error.isRefusal:
        logger.error("Couldn't store the values of a session: \(error)")
      case .success, .failure: break
      }
    }
  }

  /// Stores the changes of a draft, makes a requested change of the session with them, and returns the result.
  /// - Parameters:
  ///   - turnover: The change of the session, or `nil` if none was requested.
  ///   - retirement: The retirement of the session's ID by that change.
  ///   - id: The ID of the session when the draft was created.
  ///   - session: The session, whose latest scene the store must not evict to make room for the values.
  func commit(
    _ draft: SessionValueDraft, _ turnover: Turnover?, _ retirement: RetiredSessions.Retirement,
    of id: StoredSession.ID, to session: Session, in trace: RequestTrace? = nil
  ) async -> Result<CommitResult, SessionStoreError> {
    guard !isAbandoned.load(ordering: .relaxed) else { return .success(.conflict([])) }
    let conclude = { @Sendable () -> Void in turnover?.conclude(retirement) }
    let span = trace?.begin(.commit)
    let result = await withCheckedContinuation { continuation in
      if let turnover, turnover.id == nil {
        return session.values.end(
          id, for: turnover.holder, by: { turnover.remove(completion: $0) }, conclude: conclude,
          completion: { continuation.resume(returning: $0) })
      }
      var transaction = transaction(of: session.mailbox, touching: session.latest)
      transaction.session = id
      transaction.renaming = turnover?.id
      transaction.owner = turnover?.owner
      // A session that ended on another server must not be stored again.
      transaction.requiresSession = session.mailbox.isStored
      session.values.commit(
        draft, in: transaction, for: turnover?.holder, to: store, conclude: conclude
      ) { continuation.resume(returning: $0) }
    }
    span?.end(with: result)
    return result
  }

  /// Stops storing anything, as if the process had ended. Requests that are waiting don't get a response.
  func abandon() {
    isAbandoned.store(true, ordering: .relaxed)
  }

  /// Stores that a session was used, if the store needs to know.
  ///
  /// Viewing a page is a use. Uses are stored from time to time, instead of with each page.
  func storeUse(of session: Session) {
    guard !isAbandoned.load(ordering: .relaxed), session.takeUse() else { return }
    store.commit(transaction(of: session.mailbox)) { _ in }
  }

  /// The maximum time by which the clock of another server may be ahead of this server's clock.
  private static let clockTolerance = Duration.seconds(60)

  /// Removes sessions that were idle for too long.
  func removeIdleSessions() async {
    // A store logs its own failures. The next attempt may succeed.
    _ = try? await store.limitLastUses(to: clock.time.advanced(by: Self.clockTolerance))
    _ = try? await store.removeSessions(idleSince: expiry)
  }

  /// The time before which a session was idle for too long.
  private var expiry: SessionTime { clock.time.advanced(by: .zero - idle) }

  /// Returns a transaction for a session that has the server's limits and no changes.
  /// - Parameter scene: A scene that the store must not evict to make room.
  func transaction(
    of mailbox: SessionMailbox, touching scene: StoredScene.Mark? = nil
  ) -> SessionTransaction {
    var transaction = SessionTransaction(session: mailbox.id, time: clock.time, limits: limits)
    transaction.client = mailbox.client
    transaction.leaseHolder = leaseHolder
    // An expired session may still be stored under the ID. A session that was loaded or stored can't have expired as
    // long as it's in memory, but its latest use may not be stored yet.
    if !mailbox.isStored { transaction.expiry = expiry }
    if let scene { transaction.touches = [scene] }
    return transaction
  }

  private func write(_ access: borrowing SceneAccess, _ record: SceneRecord) -> SceneWrite? {
    let scene = access.scene
    var size = 0
    func payload(isStateless: Bool) throws -> [UInt8] {
      let (payload, sizeAside) = try scene.handIn(isStateless: isStateless)
      size = payload.count + sizeAside
      return payload
    }
    let isChanged = !scene.isHandedIn
    let write: SceneWrite?
    do {
      write = try record.write(isChanged: isChanged) { try payload(isStateless: false) }
    } catch {
      // Only the location can be stored.
      logger.error(
        """
        The state of \(scene.mount.prefix.path) can't be stored: \(error). After a restart, its scenes start at their \
        locations. Fix the 'Codable' conformance of the state.
        """)
      write = try? record.write(isChanged: isChanged) { try payload(isStateless: true) }
    }
    if write != nil { access.report(.encoded(size)) }
    return write
  }

  private func commit(
    _ transaction: SessionTransaction, of scene: LiveScene, _ record: SceneRecord,
    since epoch: Int? = nil, for holder: SessionPhase.Holder? = nil,
    conclude onRenewal: @escaping @Sendable () -> Void = {},
    completion: @escaping @Sendable (Outcome) -> Void
  ) {
    guard !isAbandoned.load(ordering: .relaxed) else { return }
    let write = transaction.writes.first
    let conclude: @Sendable (Result<CommitResult, SessionStoreError>) -> Void = {
      [weak scene, mount = scene.mount, logger] result in
      switch result {
      case .success(.committed(let evictions, _)):
        if let write, record.committed(write), let scene {
          // The store's thread has other work to do.
          DispatchQueue.global().async { scene.post { $0.report(.changed) } }
        }
        completion(.stored(evictions))
        return
      case .success(.answered(let text)): completion(.answered(text))
      case .success(.conflict), .success(.valuesConflict), .success(.forgotten):
        completion(.conflict)
      case .failure(let error):
        // A store logs its own failures, but not requests that every store rejects.
        if error.isRefusal {
          logger.error("Couldn't store a scene of \(mount.prefix.path): \(error)")
        }
        completion(.failed(error))
      }
      if write != nil { record.failed() }
    }
    guard transaction.answer != nil else {
      return record.values.commitChange(transaction, to: store, completion: conclude)
    }
    record.values.commit(
      transaction, since: epoch, for: holder, to: store, conclude: onRenewal,
      completion: conclude)
  }
}
