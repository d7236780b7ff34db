import CairnSessions
import Synchronization

/// A store in memory that fails, or holds commits up, as long as a test says so.
final class FaultyStore: SessionStore {
  /// What can fail.
  enum Operation: Hashable, Sendable {
    case load, commit
  }

  private struct Waiter {
    let isMet: @Sendable (State) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var faults: Set<Operation> = []
    /// Of so many commits one fails.
    var failureInterval: Int?
    var isHolding = false
    var held: [@Sendable () -> Void] = []
    var commits = 0
    var failures = 0
    var waiters: [Waiter] = []
  }

  private let base = MemorySessionStore()
  private let state = Mutex(State())

  static let fault = SessionStoreError(
    .full, reason: "The disk is full.", advice: "Free some space.")

  /// How many scenes are stored.
  var sceneCount: Int { base.counts.scenes }

  /// How many sessions are stored.
  var sessionCount: Int { base.counts.sessions }

  /// How many commits were handed to the store below, with whatever verdict.
  var commits: Int { state.withLock(\.commits) }

  // MARK: Faults

  func fail(_ operations: Operation...) {
    state.withLock { $0.faults = Set(operations) }
  }

  /// Lets one of so many commits fail.
  func failOne(in interval: Int) {
    state.withLock { $0.failureInterval = interval }
  }

  func mend() {
    state.withLock { state in
      state.faults = []
      state.failureInterval = nil
    }
  }

  /// Keeps commits waiting until ``release()``.
  func hold() {
    state.withLock { $0.isHolding = true }
  }

  /// Lets go of the commits that wait, in their order.
  /// - Parameter failingFirst: Whether the first of them fails.
  func release(failingFirst: Bool = false) {
    let held = state.withLock { state in
      state.isHolding = false
      defer { state.held = [] }
      return state.held
    }
    if failingFirst { fail(.commit) }
    for commit in held {
      commit()
      if failingFirst { mend() }
    }
  }

  // MARK: Events

  /// Returns when so many commits wait.
  func holds(_ count: Int) async {
    await wait { $0.held.count >= count }
  }

  /// Returns when so many commits have failed.
  func hasFailed(_ count: Int) async {
    await wait { $0.failures >= count }
  }

  /// Returns when so many commits have succeeded.
  func hasCommitted(_ count: Int) async {
    await wait { $0.commits >= count }
  }

  private func wait(until isMet: @escaping @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      change { $0.waiters.append(Waiter(isMet: isMet, continuation: continuation)) }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let met = state.withLock { state in
      body(&state)
      let now = state
      state.waiters.removeAll { $0.isMet(now) }
      return now.waiters.filter { $0.isMet(now) }.map(\.continuation)
    }
    for continuation in met { continuation.resume() }
  }

  // MARK: The store

  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionFindings, SessionStoreError>) -> Void
  ) {
    guard !state.withLock({ $0.faults.contains(.load) }) else {
      return completion(.failure(Self.fault))
    }
    base.load(query, completion: completion)
  }

  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitVerdict, SessionStoreError>) -> Void
  ) {
    let commit: @Sendable () -> Void = { [self] in
      // Looked at when the commit is made, so that one that is held can be made to fail.
      let fails = state.withLock { state in
        let isItsTurn = state.failureInterval.map { (state.commits + state.failures) % $0 == 0 }
        return state.faults.contains(.commit) || isItsTurn == true
      }
      guard !fails else {
        completion(.failure(Self.fault))
        return change { $0.failures += 1 }
      }
      base.commit(transaction, completion: completion)
      change { $0.commits += 1 }
    }
    var isHeld = false
    change { state in
      isHeld = state.isHolding
      if isHeld { state.held.append(commit) }
    }
    if !isHeld { commit() }
  }

  func scenes(of session: StoredSession.ID) async throws(SessionStoreError) -> [SceneSummary] {
    try await base.scenes(of: session)
  }

  func removeSession(_ session: StoredSession.ID) async throws(SessionStoreError) {
    try await base.removeSession(session)
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
}
