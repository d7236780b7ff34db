import Cairn
import CairnSecurity
import CairnSessions
import CairnTexts
import Foundation
import Logging
import Synchronization
import Testing

@testable import CairnServer

/// Storing scenes, and the use of the store's results.
@Suite struct SceneKeeperTests {
  /// A store whose results are set by a test. It returns them on the caller's thread or on another thread.
  private final class ScriptedStore: CommitStore {
    struct Script: Sendable {
      var verdict: Result<CommitResult, SessionStoreError> = .success(.committed(EvictionReport()))
      var loadResult = SessionLoadResult()
      var isLate = false
    }

    let script = Mutex(Script())
    private let committed = Mutex<[SessionTransaction]>([])

    var transactions: [SessionTransaction] { committed.withLock(\.self) }

    func load(
      _ query: SessionQuery,
      completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
    ) {
      let script = script.withLock(\.self)
      guard script.isLate else { return completion(.success(script.loadResult)) }
      Thread.detachNewThread { completion(.success(script.loadResult)) }
    }

    func commit(
      _ transaction: SessionTransaction,
      completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
    ) {
      committed.withLock { $0.append(transaction) }
      completion(script.withLock(\.verdict))
    }
  }

  private struct PlainApp: App {
    let store = Store(initialState: 0) { Reduce<Int, Bool> { _, _ in .none } }
    var body: some Scene { WindowGroup { Text("\(store.state)") } }
  }

  private static let idle = Duration.seconds(60)
  private static let full = SessionStoreError(
    .full, reason: "The disk is full.", recoverySuggestion: "Free some space.")

  private let store = ScriptedStore()
  private let clock = IdleClock()
  private let keeper: SceneKeeper
  private let values: SessionValues
  private let record: SceneRecord
  private let scene: LiveScene

  init() {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    keeper = SceneKeeper(
      store: store, limits: SessionLimits(), idle: Self.idle, clock: clock, logger: logger)
    values = SessionValues(StoredSession.ID(bits: 1), log: SessionValueLog(logger: logger))
    record = SceneRecord(sceneID: StoredScene.Mark(known: RandomToken.sceneID()), values: values)
    scene = LiveScene(
      mount: Mount("/plain", PlainApp.self), record: record, dependencies: DependencyValues())
  }

  private var answered: AnsweredPost {
    AnsweredPost(
      session: StoredSession.ID(bits: 1),
      submission: Submission(nonce: 1, issued: 1, digest: SubmissionDigest(bits: 1)),
      source: nil, url: "/plain")
  }

  /// Returns the result of storing the scene with the response to a submission.
  private func storeAnswer() -> String {
    let outcome = Mutex("none")
    scene.withLock { access in
      keeper.store(access, answered, since: values.epoch) { result in
        outcome.withLock { $0 = Self.name(result) }
      }
    }
    return outcome.withLock(\.self)
  }

  /// Returns the result of storing the scene after a change by an effect.
  private func storeChange() -> String {
    let outcome = Mutex("none")
    scene.withLock { access in
      access.scene.durable.notice = [.verbatim("\(UInt64.random(in: 0 ... .max))")]
      keeper.storeChange(of: access) { result in outcome.withLock { $0 = Self.name(result) } }
    }
    return outcome.withLock(\.self)
  }

  private static func name(_ outcome: SceneKeeper.Outcome) -> String {
    switch outcome {
    case .stored(let evictions): "stored, \(evictions.sessions.count) evicted"
    case .renewed: "renewed"
    case .ended: "ended"
    case .answered(let url): "answered \(url)"
    case .conflict: "conflict"
    case .failed(let error): "failed: \(error.kind)"
    }
  }

  private static let verdicts: [(Result<CommitResult, SessionStoreError>, String)] = [
    (
      .success(.committed(EvictionReport(sessions: [StoredSession.ID(bits: 2)]))),
      "stored, 1 evicted"
    ),
    (.success(.answered("/before")), "answered /before"), (.success(.conflict([])), "conflict"),
    (.success(.valuesConflict(nil)), "conflict"), (.success(.forgotten), "conflict"),
    (.failure(full), "failed: full"),
  ]

  @Test(arguments: verdicts.indices)
  func `A scene whose submission wasn't stored is no longer used`(index: Int) {
    let (verdict, outcome) = Self.verdicts[index]
    store.script.withLock { $0.verdict = verdict }
    #expect(storeAnswer() == outcome)
    #expect(record.isLost == !outcome.hasPrefix("stored"))
    // The next submission on the scene fails without using the store, which would accept it.
    guard record.isLost else { return }
    let count = store.transactions.count
    store.script.withLock { $0.verdict = .success(.committed(EvictionReport())) }
    #expect(storeAnswer() == "conflict")
    #expect(storeChange() == "none")
    #expect(store.transactions.count == count)
  }

  @Test func `A change that couldn't be stored is stored with the next change`() {
    store.script.withLock { $0.verdict = .failure(Self.full) }
    #expect(storeChange() == "failed: full")
    #expect(!record.isLost)
    store.script.withLock { $0.verdict = .success(.committed(EvictionReport())) }
    #expect(storeChange() == "stored, 0 evicted")
    #expect(store.transactions.map(\.writes.count) == [1, 1])
    // Another server has changed the scene.
    store.script.withLock { $0.verdict = .success(.conflict([])) }
    #expect(storeChange() == "conflict")
    #expect(record.isLost)
  }

  @Test func `A submission without changes touches its scene`() throws {
    #expect(storeAnswer() == "stored, 0 evicted")
    #expect(storeAnswer() == "stored, 0 evicted")
    let transactions = store.transactions
    try #require(transactions.count == 2)
    #expect(transactions[0].writes.map(\.mark) == [record.sceneID])
    #expect(transactions[0].touches == [])
    #expect(transactions[1].writes.isEmpty)
    #expect(transactions[1].touches == [record.sceneID])
  }

  @Test func `After the end, the keeper doesn't store anything or call completions`() {
    keeper.abandon()
    #expect(storeAnswer() == "none")
    #expect(storeChange() == "none")
    #expect(store.transactions.isEmpty)
  }

  @Test func `A session that was idle for too long isn't found`() throws {
    let lastUse = clock.time
    let values = StoredValues(revision: 7, payload: [1, 2, 3])
    store.script.withLock {
      $0.loadResult = SessionLoadResult(lastUse: lastUse, isEstablished: true, values: values)
    }
    let known = try found()
    #expect(known.lastUse == lastUse)
    #expect(known.values == values)
    clock.advance(by: Self.idle + .seconds(1))
    let gone = try found()
    #expect(gone == SessionLoadResult())
  }

  private func found() throws -> SessionLoadResult {
    let found = Mutex<SessionLoadResult?>(nil)
    keeper.find(
      SessionQuery(session: StoredSession.ID(bits: 1)),
      { _ in Issue.record("The completion wasn't called immediately") },
      completion: { result in found.withLock { $0 = try? result.get() } })
    let loadResult = found.withLock(\.self)
    return try #require(loadResult)
  }

  @Test func `A late result of the store is passed to the given closure`() async {
    store.script.withLock { $0.isLate = true }
    let isOnward = Mutex(false)
    await withCheckedContinuation { continuation in
      keeper.find(
        SessionQuery(session: StoredSession.ID(bits: 1)),
        { work in
          isOnward.withLock { $0 = true }
          work()
        },
        completion: { _ in continuation.resume() })
    }
    let hasGoneOn = isOnward.withLock(\.self)
    #expect(hasGoneOn)
  }
}
