import CairnSessions
import Synchronization

/// Keeps sessions in memory for several servers, which have leases of their scenes.
final class LeasedStore: LeasingSessionStore {
  private struct State {
    var holders: [Holder] = []
    var leases: [LeasedScene: LeaseHolderID] = [:]
    /// The scenes that are being passed on.
    var releasing: Set<LeasedScene> = []
  }

  /// What a claim does next.
  private enum Step {
    case done(Lease)
    case ask(Holder)
    case again
  }

  private let base = MemorySessionStore()
  private let state = Mutex(State())

  var isShared: Bool { true }

  func makeLeaseHolder() -> any LeaseHolder {
    let holder = Holder(store: self)
    state.withLock { $0.holders.append(holder) }
    return holder
  }

  /// Ends the term of a server, which doesn't notice that until it uses its leases. For example, its process was
  /// suspended.
  /// - Parameter index: The index of the server in the order in which they were created.
  func suspend(_ index: Int) { state.withLock(\.holders)[index].term.finish() }

  fileprivate func claim(_ scene: LeasedScene, for holder: Holder) async -> Lease {
    while true {
      switch step(of: scene, for: holder) {
      case .done(let lease): return lease
      case .again: await Task.yield()
      case .ask(let other):
        let hasEnded = await other.endWork(of: scene)
        state.withLock { state in
          state.releasing.remove(scene)
          if hasEnded { state.leases[scene] = holder.id }
        }
        if !hasEnded { await Task.yield() }
      }
    }
  }

  private func step(of scene: LeasedScene, for holder: Holder) -> Step {
    state.withLock { state in
      guard !state.releasing.contains(scene) else { return .again }
      let id = state.leases[scene]
      if id == holder.id { return .done(Lease(term: holder.term, isPassed: true)) }
      guard let other = state.holders.first(where: { $0.id == id }), !other.term.isOver else {
        state.leases[scene] = holder.id
        return .done(Lease(term: holder.term, isPassed: false))
      }
      state.releasing.insert(scene)
      return .ask(other)
    }
  }

  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    base.load(query, completion: completion)
  }

  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    let scenes = transaction.writes.map {
      LeasedScene(session: transaction.session, sceneID: $0.mark)
    }
    let isForeign = state.withLock { state in
      scenes.contains { state.leases[$0].map { $0 != transaction.leaseHolder } ?? false }
    }
    guard !isForeign else { return completion(.success(.conflict([]))) }
    base.commit(transaction) { [self] result in
      if case .success(.committed) = result {
        state.withLock { state in
          for scene in scenes { state.leases[scene] = transaction.leaseHolder }
        }
      }
      completion(result)
    }
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

/// A server that shares a ``LeasedStore``.
private final class Holder: LeaseHolder {
  private struct WeakRunner: Sendable {
    weak var runner: (any SceneRunner)?
  }

  let id = LeaseHolderID.random()
  let term = LeaseTerm(until: .now + .seconds(86_400))
  private let store: LeasedStore
  private let runner = Mutex(WeakRunner())

  init(store: LeasedStore) {
    self.store = store
  }

  func begin(_ runner: any SceneRunner) {
    self.runner.withLock { $0 = WeakRunner(runner: runner) }
  }

  func claim(
    _ scene: LeasedScene,
    completion: @escaping @Sendable (Result<Lease, SessionStoreError>) -> Void
  ) {
    Task { completion(.success(await store.claim(scene, for: self))) }
  }

  func term(of session: StoredSession.ID) -> LeaseTerm { term }

  func leave() { term.finish() }

  func endWork(of scene: LeasedScene) async -> Bool {
    guard let runner = runner.withLock(\.runner) else { return true }
    return await withCheckedContinuation { continuation in
      runner.endWork(of: scene) { continuation.resume(returning: $0) }
    }
  }
}
