import CairnSessions
import Foundation
import Synchronization

/// Lets the transactions of a session be handed in one after the other, under the id that it has then.
///
/// While the session is being given another id the next ones wait: nobody knows yet whose the old one is.
/// While a submission is being worked on that has asked for it, other submissions wait too: what they
/// have made of values that are not stored must not be stored under the old id.
final class SessionCommits: Sendable {
  enum Kind: Sendable {
    /// A scene that has changed by itself: it waits only while the id is being changed.
    case change
    /// A submission that does not change the id, or values of the session.
    case submission
    /// One that gives the session another id, or ends it.
    case turnover
  }

  private struct Work: Sendable {
    let kind: Kind
    let body: @Sendable () -> Void
  }

  private struct State: Sendable {
    var id: StoredSession.ID
    var isStored = false
    var isClosed = false
    /// The scenes that have asked for another id.
    var holders: Set<ObjectIdentifier> = []
    /// Whether another id, or the end, is on its way to the store.
    var isPaused = false
    var waiting: [Work] = []
  }

  private let state: Mutex<State>
  /// Held while something is handed in, and while its end is taken note of, so that transactions are
  /// committed in the order of their revisions. Recursive, because a store may answer before its call
  /// returns. Not needed to say that others have to wait.
  private let order = NSRecursiveLock()

  /// The client that the session comes from, which the store notes if it doesn't have the session yet; `nil` if
  /// that's unknown.
  let client: StoredSession.Client?

  init(_ id: StoredSession.ID, from client: StoredSession.Client? = nil) {
    self.client = client
    state = Mutex(State(id: id))
  }

  /// The id that the session has in the store.
  var id: StoredSession.ID { state.withLock(\.id) }

  /// Whether the store is known to have had the session.
  var isStored: Bool { state.withLock(\.isStored) }

  func noteStored() { state.withLock { $0.isStored = true } }

  /// Whether nothing is to be stored of the session any more, because it has ended.
  var isClosed: Bool { state.withLock(\.isClosed) }

  func close() { state.withLock { $0.isClosed = true } }

  func withOrder<Result>(_ body: () throws -> Result) rethrows -> Result {
    try order.withLock(body)
  }

  /// Whether something has to wait at this moment.
  func mustWait(_ kind: Kind) -> Bool {
    state.withLock { state in
      guard !state.isPaused else { return true }
      return kind == .submission && !state.holders.isEmpty
    }
  }

  /// Does something under the order: now, or in its turn.
  func perform(_ kind: Kind, _ body: @escaping @Sendable () -> Void) {
    order.withLock {
      if mustWait(kind) { return wait(kind, body) }
      body()
    }
  }

  /// Does something in its turn that has to wait. To be called under the order.
  func wait(_ kind: Kind, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.waiting.append(Work(kind: kind, body: body)) }
  }

  /// Lets submissions wait from here on, until nobody holds them up.
  func hold(by holder: ObjectIdentifier) {
    state.withLock { _ = $0.holders.insert(holder) }
  }

  func letGo(by holder: ObjectIdentifier) {
    state.withLock { _ = $0.holders.remove(holder) }
    goOn()
  }

  /// Lets everything wait, until ``resume()``. To be called under the order.
  func pause() { state.withLock { $0.isPaused = true } }

  /// Goes on, under another id where the session has one.
  func resume(as id: StoredSession.ID? = nil) {
    state.withLock { state in
      state.isPaused = false
      guard let id else { return }
      state.id = id
      state.holders = []
    }
    goOn()
  }

  private func goOn() {
    order.withLock {
      let works = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      // Those that still have to wait stand in line again, in the same order.
      for work in works { perform(work.kind, work.body) }
    }
  }
}
