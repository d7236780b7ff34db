import CairnSessions
import Synchronization

/// A store in memory that fails or delays commits while a test requests it.
final class FaultyStore: SessionStore {
  /// An operation that can fail.
  enum Operation: Hashable, Sendable {
    case load, commit
  }

  private struct Waiter {
    let isMet: @Sendable (State) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var faults: Set<Operation> = []
    /// The number of commits per failing commit.
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
    .full, reason: "The disk is full.", recoverySuggestion: "Free some space.")

  /// The number of stored scenes.
  var sceneCount: Int { base.counts.scenes }

  /// The number of stored sessions.
  var sessionCount: Int { base.counts.sessions }

  /// The number of commits that reached the underlying store, with any result.
  var commits: Int { state.withLock(\.commits) }

  // MARK: Faults

  func fail(_ operations: Operation...) {
    state.withLock { $0.faults = Set(operations) }
  }

  /// Makes one commit per interval fail.
  func failOne(in interval: Int) {
    state.withLock { $0.failureInterval = interval }
  }

  func clearFaults() {
    state.withLock { state in
      state.faults = []
      state.failureInterval = nil
    }
  }

  /// Delays commits until ``release()``.
  func hold() {
    state.withLock { $0.isHolding = true }
  }

  /// Resumes the delayed commits in their order.
  ///
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
      if failingFirst { clearFaults() }
    }
  }

  // MARK: Events

  /// Returns when the given number of commits is waiting.
  func holds(_ count: Int) async {
    await wait { $0.held.count >= count }
  }

  /// Returns when the given number of commits has failed.
  func hasFailed(_ count: Int) async {
    await wait { $0.failures >= count }
  }

  /// Returns when the given number of commits has succeeded.
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
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    guard !state.withLock({ $0.faults.contains(.load) }) else {
      return completion(.failure(Self.fault))
    }
    base.load(query, completion: completion)
  }

  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    let commit: @Sendable () -> Void = { [self] in
      // The check runs with the commit itself, so a test can make a delayed commit fail.
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

  var isShared: Bool { base.isShared }

  func close() async { await base.close() }
}
