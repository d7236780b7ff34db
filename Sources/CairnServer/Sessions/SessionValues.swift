import CairnReducers
import CairnSecurity
import CairnSessions
import Synchronization

/// The values that the scenes of a session share, and their state in the store.
///
/// Each submission is committed with the revision of the values that it was processed with. If another server has
/// changed them, they're replaced with the stored values, and the submission is processed again. This also happens
/// after a failed commit that later submissions were based on.
final class SessionValues: Sendable {
  private struct State: Sendable {
    var isLoaded = false
    /// The revision and the values in the store.
    var committed: UInt64?
    var stored: [String: [UInt8]] = [:]
    /// The revision and the values after all pending commits.
    var handedIn: UInt64?
    var latest: [String: [UInt8]] = [:]
    /// The number of changes when the values were last encoded.
    var changes = 0
    /// The number of times that the values were reset or replaced.
    var epoch = 0
    /// The keys of values that are too large to be stored.
    var leftOut: Set<String> = []
  }

  /// The part of a transaction that reads or writes the values.
  private struct Step: Sendable {
    let use: ValueOperation
    let values: [String: [UInt8]]
    let epoch: Int
  }

  let storage: SessionStorage
  /// Passes the session's changes to the store.
  let mailbox: SessionMailbox
  /// How new the contents of memory are.
  let version = SessionVersion()
  private let coded: CodedSessionValues
  private let listener = SessionValueListener()
  private let log: SessionValueLog
  private let state = Mutex(State())

  /// The maximum number of attempts to store a change that wasn't made by a submission. Each attempt uses newer values.
  private static let attempts = 4

  /// - Parameter client: The client of the session, or `nil` if it's unknown.
  init(
    _ session: StoredSession.ID, from client: StoredSession.Client? = nil, log: SessionValueLog
  ) {
    mailbox = SessionMailbox(session, from: client)
    self.log = log
    coded = CodedSessionValues(
      onChange: { [listener] in listener.call() }, onProblem: { log.note($0) })
    storage = SessionStorage(coded: coded)
  }

  /// Whether the values are the stored ones, or are based on them.
  var isLoaded: Bool { state.withLock(\.isLoaded) }

  /// A number that changes when values are reset or replaced. Results that were computed before must not be stored.
  var epoch: Int { state.withLock(\.epoch) }

  /// The number of changes of values.
  var changes: Int { coded.changes }

  /// A number that changes with each change of a value, but not if a value is declared.
  var edits: Int { listener.count }

  /// Calls a closure after each change. It may be called under the lock of the scene that made the change.
  func listen(_ onChange: @escaping @Sendable () -> Void) {
    listener.listen(onChange)
  }

  /// Replaces the values with the values from the store if these are newer, or if no values are loaded yet.
  func load(_ found: StoredValues?) {
    mailbox.withOrder {
      let (isLoaded, newest) = state.withLock { state in
        defer { state.isLoaded = true }
        return (state.isLoaded, max(state.committed ?? 0, state.handedIn ?? 0))
      }
      if let found, !isLoaded || found.revision > newest { become(found) }
    }
  }

  /// Commits the changes of a submission, together with the changes of the values.
  ///
  /// If the submission was processed before the session got another ID, it's stored under the new ID. A second renewal
  /// or end is a conflict in that case, because it isn't known whom the old ID belongs to. A renewal is also a conflict
  /// while another submission has requested one, because the values may already contain changes of that submission.
  /// - Parameters:
  ///   - epoch: The ``epoch`` when the submission started, or `nil` if it hasn't run anything.
  ///   - holder: The scene that has requested another ID with the transaction, or `nil`.
  ///   - conclude: A closure that's called when the session is stored under another ID, before any other transaction is
  ///     passed to the store.
  func commit(
    _ transaction: SessionTransaction, since epoch: Int?, for holder: SessionPhase.Holder? = nil,
    to store: any SessionStore,
    conclude: @escaping @Sendable () -> Void = {},
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    let isTurnover = transaction.renaming != nil
    let work = isTurnover ? SessionPhase.Work.renewal : .submission
    mailbox.perform(work) { [self] turn in
      guard isCurrent(transaction) else { return completion(.success(.conflict([]))) }
      if let epoch, epoch != self.epoch {
        // The submission has read values that have since been replaced.
        takeBack()
        return completion(.success(.conflict([])))
      }
      let before = state.withLock(\.self)
      let step = nextStep()
      guard !mailbox.mustWait(work) else {
        // Since the check, a holder has requested another ID, and may have changed the values that were just read.
        state.withLock { $0 = before }
        return mailbox.wait(work, turn) { [self] _ in
          commit(
            transaction, since: epoch, for: holder, to: store, conclude: conclude,
            completion: completion)
        }
      }
      guard !isTurnover || mailbox.beginRenewal(turn, by: holder) else {
        state.withLock { $0 = before }
        takeBack()
        return completion(.success(.conflict([])))
      }
      var transaction = transaction
      transaction.session = mailbox.id
      transaction.client = mailbox.client
      transaction.values = step.use
      let id = transaction.renaming
      store.commit(transaction) { [self] result in
        version.noteCommitted(result.version)
        mailbox.withOrder { self.conclude(step, result) }
        if case .success(.committed) = result {
          mailbox.noteStored()
          if isTurnover { conclude() }
        }
        if isTurnover { mailbox.endRenewal(as: result.isCommitted ? id : nil, by: holder) }
        completion(result)
      }
    }
  }

  private func isCurrent(_ transaction: SessionTransaction) -> Bool {
    !mailbox.isClosed && (transaction.renaming == nil || transaction.session == mailbox.id)
  }

  /// Restores the values that a submission has changed, because the changes must not be stored.
  func takeBack() {
    mailbox.withOrder { reset(to: state.withLock(\.latest)) }
  }

  /// Stores the changes that weren't made by a submission, but for example by an effect.
  ///
  /// If another server has changed the values, only the values that it hasn't changed are stored.
  /// - Parameters:
  ///   - transaction: Returns a transaction without changes.
  ///   - completion: A closure that's called once with the result, if there is something to store.
  func storeChanges(
    to store: any SessionStore,
    in transaction: @escaping @Sendable (SessionMailbox) -> SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void = { _ in }
  ) {
    guard isLoaded else { return }
    storeChanges(
      to: store, in: transaction, attempts: Self.attempts, completion: completion)
  }

  private func storeChanges(
    to store: any SessionStore,
    in newTransaction: @escaping @Sendable (SessionMailbox) -> SessionTransaction, attempts: Int,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    mailbox.perform(.submission) { [self] turn in
      guard !mailbox.isClosed else { return completion(.success(.conflict([]))) }
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
        version.noteCommitted(result.version)
        let isRepeated = mailbox.withOrder {
          switch result {
          case .success(.valuesConflict(let current?)):
            become(current, keepingChanges: true)
            return attempts > 1
          case .failure:
            // The next change or submission also stores this one.
            forget(step)
          case .success: conclude(step, result)
          }
          return false
        }
        guard isRepeated else { return completion(result) }
        storeChanges(
          to: store, in: newTransaction, attempts: attempts - 1, completion: completion)
      }
    }
  }

  /// Commits the changes of a draft, and copies them to the values once they're stored.
  ///
  /// It's a conflict if the session has got another ID since the draft was created, or if a changed value has also been
  /// changed elsewhere. In this case, none of the changes are stored. All other work of the session waits until the
  /// store has responded, so that it's based on the result.
  ///
  /// If the changes can't be stored completely, none of them are stored, and nothing that's stored is removed for them.
  /// - Parameters:
  ///   - transaction: A transaction for the ID that the session had when the draft was created, without values.
  ///   - holder: The endpoint that has requested another ID with the transaction, or `nil`. It's a conflict if a
  ///     submission has requested another ID or the end, because the two may be of different people.
  ///   - attempts: The maximum number of attempts. Each attempt uses newer values of other servers.
  ///   - conclude: A closure that's called when the session is stored under another ID.
  func commit(
    _ draft: SessionValueDraft, in transaction: SessionTransaction,
    for holder: SessionPhase.Holder? = nil, to store: any SessionStore,
    attempts: Int = SessionValues.attempts, conclude: @escaping @Sendable () -> Void = {},
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    let isTurnover = transaction.renaming != nil
    mailbox.perform(isTurnover ? .renewal : .submission) { [self] turn in
      guard !mailbox.isClosed, mailbox.id == transaction.session else {
        return completion(.success(.conflict([])))
      }
      let new: (use: ValueOperation, values: [String: [UInt8]])
      switch draft.changes(of: storage) {
      case .conflict: return completion(.success(.conflict([])))
      case .unwritable(let key): return completion(.failure(.unwritable(key)))
      case .values(let changes):
        guard let latest = latest(changing: changes) else {
          return completion(.failure(.valuesTooLarge))
        }
        new = latest
      }
      var current = transaction
      current.client = mailbox.client
      current.values = new.use
      guard mailbox.beginRenewal(turn, by: holder) else {
        return completion(.success(.conflict([])))
      }
      store.commit(current) { [self, current] result in
        version.noteCommitted(result.version)
        let isRepeated = mailbox.withOrder { () -> Bool in
          switch result {
          case .success(.valuesConflict(let stored?)):
            become(stored, keepingChanges: true)
            return attempts > 1
          case .success(.valuesConflict(nil)):
            // The first write of the session may have failed. Its values don't exist then, so they haven't changed.
            guard state.withLock({ $0.committed != nil }) else { return attempts > 1 }
            become(nil)
          case .success(.committed): self.conclude(draft, new)
          // The transaction has no scenes, so the session was removed.
          case .success(.conflict): become(nil)
          case .success, .failure: break
          }
          return false
        }
        if result.isCommitted {
          if current.storesSomething { mailbox.noteStored() }
          if isTurnover { conclude() }
        }
        mailbox.endRenewal(as: result.isCommitted ? current.renaming : nil, by: holder)
        guard isRepeated else { return completion(result) }
        commit(
          draft, in: transaction, for: holder, to: store, attempts: attempts - 1,
          conclude: conclude, completion: completion)
      }
    }
  }

  // MARK: Under the order

  /// Takes the next place in the order of the mailbox.
  private func nextStep() -> Step {
    // Read this first, so that concurrent changes are included the next time.
    let changes = coded.changes
    let isSame = state.withLock { $0.changes == changes }
    let fitting = isSame ? nil : SessionValuePayload.fitting(coded.encoded())
    if let fitting { log.note(tooLarge: fitting.leftOut) }
    return state.withLock { state in
      if let fitting {
        state.changes = changes
        state.leftOut = fitting.leftOut
      }
      let values = fitting?.values ?? state.latest
      let use = Self.use(of: values, after: state)
      if let write = use.write {
        state.handedIn = write.revision
        state.latest = values
      }
      return Step(use: use, values: values, epoch: state.epoch)
    }
  }

  /// Returns the operation for values that follow the latest ones.
  private static func use(of values: [String: [UInt8]], after state: State) -> ValueOperation {
    guard values != state.latest else { return .read(revision: state.handedIn) }
    return .write(
      ValuesWrite(
        replacing: state.handedIn, revision: (state.handedIn ?? IssueClock.next()) + 1,
        payload: SessionValuePayload.encode(values)))
  }

  /// Returns the latest values with the changes of a draft, or `nil` if they don't fit within the limit.
  ///
  /// Other changes aren't included, because they may be those of submissions that are being processed.
  /// - Parameter changes: The bytes of the changed values.
  private func latest(
    changing changes: [String: [UInt8]]
  ) -> (use: ValueOperation, values: [String: [UInt8]])? {
    var values = state.withLock(\.latest)
    for (key, bytes) in changes { values[key] = bytes }
    guard SessionValuePayload.fitting(values).leftOut.isEmpty else { return nil }
    return (state.withLock { Self.use(of: values, after: $0) }, values)
  }

  /// Records that the changes of a draft were committed, and copies them to the values.
  private func conclude(
    _ draft: SessionValueDraft, _ new: (use: ValueOperation, values: [String: [UInt8]])
  ) {
    state.withLock { state in
      guard let write = new.use.write else { return }
      state.leftOut.subtract(new.values.keys)
      state.committed = write.revision
      state.handedIn = write.revision
      state.stored = new.values
      state.latest = new.values
    }
    // Submissions that are based on replaced values are processed again.
    if draft.copyChanges(to: storage) { state.withLock { $0.epoch += 1 } }
  }

  private func conclude(_ step: Step, _ result: Result<CommitResult, SessionStoreError>) {
    switch result {
    case .success(.committed):
      guard let write = step.use.write else { return }
      let isCurrent = state.withLock { state in
        state.committed = write.revision
        state.stored = step.values
        return state.epoch == step.epoch
      }
      // Values that were reset in the meantime have been stored after all.
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

  /// Records that a step wasn't committed, so that the values are written again.
  private func forget(_ step: Step) {
    state.withLock { state in
      state.handedIn = state.committed
      state.latest = state.stored
      state.changes = -1
    }
  }

  /// Replaces the values with the stored ones.
  /// - Parameter keepingChanges: Whether values that were changed only here are kept.
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
      state.latest = stored
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

extension Result<CommitResult, SessionStoreError> {
  fileprivate var isCommitted: Bool {
    if case .success(.committed) = self { true } else { false }
  }

  /// The session's version after a transaction, or `nil` if it wasn't committed.
  var version: UInt64? {
    if case .success(let result) = self { result.version } else { nil }
  }
}

extension SessionStoreError {
  /// The error for changes that would make the values of a session too large.
  fileprivate static let valuesTooLarge = SessionStoreError(
    .tooLarge, reason: "The values of a session would exceed \(SessionValuePayload.limit) bytes.",
    recoverySuggestion: "Nothing was stored. Keep large values in a file or a database.")

  /// The error for a changed value that can't be encoded.
  fileprivate static func unwritable(_ key: String) -> SessionStoreError {
    SessionStoreError(
      .invalid, reason: "The session value '\(key)' couldn't be encoded.",
      recoverySuggestion: "Nothing was stored. Fix its 'Codable' conformance.")
  }
}
