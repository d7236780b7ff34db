import CairnApplications
import CairnScreens
import CairnSessions
import CairnViews
import Dispatch
import Foundation
import Logging
import Synchronization

/// Brings what scenes are to the store, and finds there what is not in memory.
final class SceneKeeper: Sendable {
  /// What became of a scene that was to be stored.
  enum Outcome: Sendable {
    case stored(Evictions)
    /// The same, and the browser's session has another name from here on.
    case renewed(NextName, Evictions)
    /// The session has ended, and nothing of it is stored.
    case ended(NextName)
    /// The submission was answered before, perhaps by another server.
    case answered(String)
    /// Another server has changed the scene meanwhile.
    case conflict
    case failed(SessionStoreError)
  }

  let store: any SessionStore
  private let limits: SessionLimits
  private let idle: Duration
  private let clock: IdleClock
  private let logger: Logger
  private let isAbandoned = Atomic(false)

  init(
    store: any SessionStore, limits: SessionLimits, idle: Duration, clock: IdleClock, logger: Logger
  ) {
    self.store = store
    self.limits = limits
    self.idle = idle
    self.clock = clock
    self.logger = logger
  }

  /// Finds a scene, and what became of a submission; nothing of a session that was idle for too long.
  ///
  /// - Parameters:
  ///   - onward: Where it goes on when it had to wait: the store's own threads have other readers to serve.
  ///   - completion: Called on the caller's thread, or there.
  func find(
    _ query: SessionQuery, _ onward: @escaping Workload.Onward, in trace: RequestTrace? = nil,
    completion: @escaping @Sendable (Result<SessionFindings, SessionStoreError>) -> Void
  ) {
    let earliest = clock.time.advanced(by: .zero - idle)
    let caller = pthread_self()
    let span = trace?.begin(.load)
    store.load(query) { result in
      span?.end(with: result)
      let found = result.map { findings in
        guard let lastUse = findings.lastUse, lastUse < earliest else { return findings }
        // The values are of another visit, and the next ones take their place.
        let values = findings.values.map { StoredValues(revision: $0.revision, payload: []) }
        return SessionFindings(values: values)
      }
      if pthread_equal(caller, pthread_self()) != 0 { return completion(found) }
      onward { completion(found) }
    }
  }

  /// Stores a scene with the answer to a submission, and what was asked of its session.
  /// - Parameters:
  ///   - epoch: The state of the session's values when the submission began; `nil` if it hasn't run anything.
  ///   - completion: May be called before the call returns.
  func store(
    _ access: borrowing SceneAccess, _ answered: AnsweredPost, since epoch: Int?,
    in trace: RequestTrace? = nil,
    completion: @escaping @Sendable (Outcome) -> Void
  ) {
    guard let record = access.live.record else { return completion(.stored(Evictions())) }
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
    // A submission before this one was not stored, and is told so: it must not be stored with this.
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
    if let source = answered.source, source != record.mark { transaction.touches.append(source) }
    if transaction.writes.isEmpty { transaction.touches.append(record.mark) }
    commit(
      transaction, of: access.live, record, since: epoch,
      conclude: { turnover?.conclude(answered.retirement) },
      completion: { outcome in
        if case .stored(let evictions) = outcome, let turnover {
          return completion(.renewed(turnover.wish.next, evictions))
        }
        completion(outcome)
      })
  }

  /// Ends a session, with which nothing has to be stored.
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

  /// Stores a scene that has changed by itself.
  ///
  /// While a write is on its way the next one waits for it, and has all that comes meanwhile. One that
  /// fails is made up for with the next change.
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

  /// Stores what has changed of a session's values by itself.
  /// - Parameters:
  ///   - scene: A scene that the store must not evict to make room for the values.
  ///   - evicted: Called with what the store has evicted for them.
  func store(
    _ values: SessionValues, touching scene: StoredScene.Mark?,
    evicted: @escaping @Sendable (Evictions) -> Void
  ) {
    guard !isAbandoned.load(ordering: .relaxed) else { return }
    let transaction: @Sendable (SessionMailbox) -> SessionTransaction = { [self] mailbox in
      self.transaction(of: mailbox, touching: scene)
    }
    values.storeChanges(to: store, in: transaction) { [logger] result in
      switch result {
      case .success(.committed(let evictions)): evicted(evictions)
      case .failure(let error) where error.isRefusal:
        logger.error("The values of a session are not stored: \(error)")
      case .success, .failure: break
      }
    }
  }

  /// Stores nothing from now on, as the end of the process does: who waits is not answered any more.
  func abandon() {
    isAbandoned.store(true, ordering: .relaxed)
  }

  /// Tells the store that a session was used, if it has to know.
  ///
  /// Reading is use. It's stored from time to time, and not with each page.
  func storeUse(of session: Session) {
    guard !isAbandoned.load(ordering: .relaxed), session.takeUse() else { return }
    store.commit(transaction(of: session.mailbox)) { _ in }
  }

  /// How far ahead of this server's clock another server's may be.
  private static let clockTolerance = Duration.seconds(60)

  /// Removes what was idle for too long.
  func removeIdleSessions() async {
    // A store that fails has said so in the log; the next time may be better.
    _ = try? await store.limitLastUses(to: clock.time.advanced(by: Self.clockTolerance))
    _ = try? await store.removeSessions(idleSince: clock.time.advanced(by: .zero - idle))
  }

  /// A transaction without changes of a session, with the limits of the server.
  /// - Parameter scene: A scene that the store must not evict to make room.
  func transaction(
    of mailbox: SessionMailbox, touching scene: StoredScene.Mark? = nil
  ) -> SessionTransaction {
    var transaction = SessionTransaction(session: mailbox.id, time: clock.time, limits: limits)
    transaction.client = mailbox.client
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
      // Only the location is left to be stored.
      logger.error(
        """
        The state of \(scene.mount.prefix.path) can't be stored: \(error). After a restart, its scenes begin at their \
        locations. Fix the 'Codable' conformance of the state.
        """)
      write = try? record.write(isChanged: isChanged) { try payload(isStateless: true) }
    }
    if write != nil { access.report(.encoded(size)) }
    return write
  }

  private func commit(
    _ transaction: SessionTransaction, of scene: LiveScene, _ record: SceneRecord,
    since epoch: Int? = nil, conclude onRenewal: @escaping @Sendable () -> Void = {},
    completion: @escaping @Sendable (Outcome) -> Void
  ) {
    guard !isAbandoned.load(ordering: .relaxed) else { return }
    let write = transaction.writes.first
    let conclude: @Sendable (Result<CommitVerdict, SessionStoreError>) -> Void = {
      [weak scene, mount = scene.mount, logger] result in
      switch result {
      case .success(.committed(let evictions)):
        if let write, record.committed(write), let scene {
          // The thread of a store has other work to do.
          DispatchQueue.global().async { scene.post { $0.report(.changed) } }
        }
        completion(.stored(evictions))
        return
      case .success(.answered(let text)): completion(.answered(text))
      case .success(.conflict), .success(.valuesConflict), .success(.forgotten):
        completion(.conflict)
      case .failure(let error):
        // A store tells of its own failures; that it was asked for too much is ours to tell.
        if error.isRefusal {
          logger.error("A scene of \(mount.prefix.path) is not stored: \(error)")
        }
        completion(.failed(error))
      }
      if write != nil { record.failed() }
    }
    guard transaction.answer != nil else {
      return record.values.commitChange(transaction, to: store, completion: conclude)
    }
    record.values.commit(
      transaction, since: epoch, to: store, conclude: onRenewal, completion: conclude)
  }
}
