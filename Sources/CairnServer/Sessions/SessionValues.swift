import CairnReducers
import CairnSecurity
import CairnSessions
import Synchronization

/// What the scenes of a session share, and how far it is stored.
///
/// Every submission is committed with the revision of the values that it was worked on. Where another
/// server has changed them, or a commit has failed that others were built on, the values become what is
/// stored, and the submission is worked on again.
final class SessionValues: Sendable {
  private struct State: Sendable {
    var isLoaded = false
    /// The revision in the store, and what is stored there.
    var committed: UInt64?
    var stored: [String: [UInt8]] = [:]
    /// The same, when all is committed that was handed in; no values where they are to be written
    /// whatever they are.
    var handedIn: UInt64?
    var latest: [String: [UInt8]]? = [:]
    /// The count of changes that was looked at last.
    var changes = 0
    /// Counts how often values were taken back, or others taken in.
    var epoch = 0
    /// The keys of what is too large to be stored.
    var leftOut: Set<String> = []
  }

  /// What a transaction does to the values.
  private struct Step: Sendable {
    let use: ValuesUse
    let values: [String: [UInt8]]
    let epoch: Int
  }

  let storage: SessionStorage
  /// Hands in what is stored of the session.
  let mailbox: SessionMailbox
  private let coded: CodedSessionValues
  private let listener = SessionValueListener()
  private let log: SessionValueLog
  private let state = Mutex(State())

  /// How often a change that no submission made is tried, each time on newer values.
  private static let attempts = 4

  /// - Parameter client: The client that the session comes from; `nil` if that's unknown.
  init(
    _ session: StoredSession.ID, from client: StoredSession.Client? = nil, log: SessionValueLog
  ) {
    mailbox = SessionMailbox(session, from: client)
    self.log = log
    coded = CodedSessionValues(
      onChange: { [listener] in listener.call() }, onProblem: { log.note($0) })
    storage = SessionStorage(coded: coded)
  }

  /// Whether they are what is stored, or were made of that.
  var isLoaded: Bool { state.withLock(\.isLoaded) }

  /// Changes when a value is not any more what its scenes have made it: what was worked out before must
  /// not be stored.
  var epoch: Int { state.withLock(\.epoch) }

  /// How often a value has changed.
  var changes: Int { coded.changes }

  /// Calls a closure after each change, maybe under the lock of the scene that made it.
  func listen(_ onChange: @escaping @Sendable () -> Void) {
    listener.listen(onChange)
  }

  /// Takes in what was found in the store, where it is newer than what is here.
  func load(_ found: StoredValues?) {
    mailbox.withOrder {
      let (isLoaded, newest) = state.withLock { state in
        defer { state.isLoaded = true }
        return (state.isLoaded, max(state.committed ?? 0, state.handedIn ?? 0))
      }
      if let found, !isLoaded || found.revision > newest { become(found) }
    }
  }

  /// Commits the changes of a submission, and with them those of the values.
  ///
  /// What was worked on before the session has got another id is stored under that. To give it one more, or
  /// to end it, is a conflict then: whose the old id is nobody knows.
  /// - Parameters:
  ///   - epoch: The ``epoch`` when the submission was begun; nil where it has run nothing.
  ///   - conclude: Called where the session is stored under another id, before anybody else's transaction
  ///     is handed in.
  func commit(
    _ transaction: SessionTransaction, since epoch: Int?, to store: any SessionStore,
    conclude: @escaping @Sendable () -> Void = {},
    completion: @escaping @Sendable (Result<CommitVerdict, SessionStoreError>) -> Void
  ) {
    let isTurnover = transaction.renaming != nil
    let work = isTurnover ? SessionPhase.Work.renewal : .submission
    mailbox.perform(work) { [self] turn in
      guard isCurrent(transaction) else { return completion(.success(.conflict([]))) }
      if let epoch, epoch != self.epoch {
        // It has read what is not so any more.
        takeBack()
        return completion(.success(.conflict([])))
      }
      let before = state.withLock(\.self)
      let step = nextStep()
      guard !mailbox.mustWait(work) else {
        // Somebody has asked for another id meanwhile, and may have changed what was just read.
        state.withLock { $0 = before }
        return mailbox.wait(work, turn) { [self] _ in
          commit(
            transaction, since: epoch, to: store, conclude: conclude, completion: completion)
        }
      }
      var transaction = transaction
      transaction.session = mailbox.id
      transaction.client = mailbox.client
      transaction.values = step.use
      if isTurnover { mailbox.beginRenewal(turn) }
      let id = transaction.renaming
      store.commit(transaction) { [self] result in
        mailbox.withOrder { self.conclude(step, result) }
        if case .success(.committed) = result {
          mailbox.noteStored()
          if isTurnover { conclude() }
        }
        if isTurnover { mailbox.endRenewal(as: result.isCommitted ? id : nil) }
        completion(result)
      }
    }
  }

  private func isCurrent(_ transaction: SessionTransaction) -> Bool {
    !mailbox.isClosed && (transaction.renaming == nil || transaction.session == mailbox.id)
  }

  /// Takes back what a submission has changed that is not to be stored.
  func takeBack() {
    mailbox.withOrder { reset(to: state.withLock { $0.latest ?? $0.stored }) }
  }

  /// Stores what was changed otherwise than by a submission, such as by an effect.
  /// - Parameters:
  ///   - transaction: Makes a transaction without changes.
  ///   - completion: Called with the result of each attempt, if there is something to store.
  func storeChanges(
    to store: any SessionStore,
    in transaction: @escaping @Sendable (SessionMailbox) -> SessionTransaction,
    completion: @escaping @Sendable (Result<CommitVerdict, SessionStoreError>) -> Void = { _ in }
  ) {
    storeChanges(to: store, in: transaction, attempts: Self.attempts, completion: completion)
  }

  private func storeChanges(
    to store: any SessionStore,
    in newTransaction: @escaping @Sendable (SessionMailbox) -> SessionTransaction, attempts: Int,
    completion: @escaping @Sendable (Result<CommitVerdict, SessionStoreError>) -> Void
  ) {
    guard attempts > 0, isLoaded else { return }
    mailbox.perform(.submission) { [self] turn in
      guard !mailbox.isClosed else { return }
      let before = state.withLock(\.self)
      let step = nextStep()
      guard step.use.write != nil else { return }
      guard !mailbox.mustWait(.submission) else {
        state.withLock { $0 = before }
        return mailbox.wait(.submission, turn) { [self] _ in
          storeChanges(
            to: store, in: newTransaction, attempts: attempts, completion: completion)
        }
      }
      var transaction = newTransaction(mailbox)
      transaction.values = step.use
      store.commit(transaction) { [self] result in
        mailbox.withOrder {
          switch result {
          case .success(.valuesConflict(let current?)):
            become(current, keepingChanges: true)
            storeChanges(
              to: store, in: newTransaction, attempts: attempts - 1, completion: completion)
          case .failure:
            // The next change, or the next submission, is stored with it.
            forget(step)
          case .success: conclude(step, result)
          }
        }
        completion(result)
      }
    }
  }

  // MARK: Under the order

  /// Takes a place in the order of mailbox.
  private func nextStep() -> Step {
    // Read first, so that what changes meanwhile is looked at the next time.
    let changes = coded.changes
    let isSame = state.withLock { $0.latest != nil && $0.changes == changes }
    let fitting = isSame ? nil : SessionValuePayload.fitting(coded.encoded())
    if let fitting { log.note(tooLarge: fitting.leftOut) }
    return state.withLock { state in
      let before = state.latest
      if let fitting {
        state.changes = changes
        state.leftOut = fitting.leftOut
        state.latest = fitting.values
      }
      let values = state.latest ?? [:]
      guard values != before else {
        return Step(use: .read(revision: state.handedIn), values: values, epoch: state.epoch)
      }
      let revision = (state.handedIn ?? IssueClock.next()) + 1
      let write = ValuesWrite(
        replacing: state.handedIn, revision: revision, payload: SessionValuePayload.encode(values))
      state.handedIn = revision
      return Step(use: .write(write), values: values, epoch: state.epoch)
    }
  }

  private func conclude(_ step: Step, _ result: Result<CommitVerdict, SessionStoreError>) {
    switch result {
    case .success(.committed):
      guard let write = step.use.write else { return }
      let isCurrent = state.withLock { state in
        state.committed = write.revision
        state.stored = step.values
        return state.epoch == step.epoch
      }
      // What was taken back meanwhile is stored after all.
      if !isCurrent {
        become(StoredValues(revision: write.revision, payload: write.payload))
      }
    case .success(.valuesConflict(let current)): become(current)
    case .success, .failure:
      guard step.use.write != nil else { return }
      forget(step)
      reset(to: state.withLock(\.stored))
    }
  }

  /// Says that a step is not taken: the values are to be written again.
  private func forget(_ step: Step) {
    state.withLock { state in
      state.handedIn = state.committed
      state.latest = state.stored
      state.changes = -1
    }
  }

  /// Makes what is stored the values.
  /// - Parameter keepingChanges: Whether what was changed here, and nowhere else, stays.
  private func become(_ current: StoredValues?, keepingChanges: Bool = false) {
    let decoded = current.map { SessionValuePayload.decode($0.payload) } ?? [:]
    if decoded == nil { log.noteUnknownPayload() }
    let stored = decoded ?? [:]
    var values = stored
    if keepingChanges {
      let before = state.withLock(\.stored)
      for (key, bytes) in coded.encoded() where bytes != before[key] && stored[key] == before[key] {
        values[key] = bytes
      }
    }
    state.withLock { state in
      state.committed = current?.revision
      state.handedIn = current?.revision
      state.stored = stored
      // The values of an idle session are not read, and must not stay in the store either.
      state.latest = current?.payload.isEmpty == true ? nil : stored
      state.changes = -1
    }
    reset(to: values)
  }

  private func reset(to values: [String: [UInt8]]) {
    let leftOut = state.withLock { state in
      state.epoch += 1
      return state.leftOut
    }
    coded.replace(by: values, keeping: leftOut)
  }
}

extension Result<CommitVerdict, SessionStoreError> {
  fileprivate var isCommitted: Bool {
    if case .success(.committed) = self { true } else { false }
  }
}
