import CairnSessions
import Foundation
import Synchronization

/// Lets the transactions of a session be handed in one after the other, under the ID that it has then. Which of them have
/// to wait depends on the session's ``SessionPhase``.
final class SessionCommits: Sendable {
  /// Shows that the caller is alone in the order: what takes one can only be called under it.
  struct Order: ~Copyable {
    fileprivate init() {}
  }

  private struct Work: Sendable {
    let change: SessionPhase.Change
    let body: @Sendable (borrowing Order) -> Void
  }

  private struct State: Sendable {
    var id: StoredSession.ID
    var isStored = false
    var phase = SessionPhase.open
    var waiting: [Work] = []
  }

  private let state: Mutex<State>
  /// Held while something is handed in, and while its end is taken note of, so that transactions are committed in the
  /// order of their revisions. Recursive, because a store may answer before its call returns. Not needed to say that others
  /// have to wait.
  private let order = NSRecursiveLock()

  /// The client that the session comes from, which the store notes if it doesn't have the session yet; `nil` if
  /// that's unknown.
  let client: StoredSession.Client?

  init(_ id: StoredSession.ID, from client: StoredSession.Client? = nil) {
    self.client = client
    state = Mutex(State(id: id))
  }

  /// The ID that the session has in the store.
  var id: StoredSession.ID { state.withLock(\.id) }

  /// Whether the store is known to have had the session.
  var isStored: Bool { state.withLock(\.isStored) }

  func noteStored() { state.withLock { $0.isStored = true } }

  /// Whether nothing is to be stored of the session any more, because it has ended.
  var isClosed: Bool { state.withLock { $0.phase == .ended } }

  /// Lets nothing be stored of the session any more.
  func close() { change { $0 = .ended } }

  func withOrder<Result>(_ body: () throws -> Result) rethrows -> Result {
    try order.withLock(body)
  }

  /// Whether a change has to wait at this moment.
  func mustWait(_ change: SessionPhase.Change) -> Bool {
    state.withLock { $0.phase.mustWait(change) }
  }

  /// Hands something in under the order: now, or in its turn.
  func perform(
    _ change: SessionPhase.Change, _ body: @escaping @Sendable (borrowing Order) -> Void
  ) {
    order.withLock {
      let turn = Order()
      if mustWait(change) { wait(change, turn, body) } else { body(turn) }
    }
  }

  /// Hands something in in its turn that has to wait.
  func wait(
    _ change: SessionPhase.Change, _: borrowing Order,
    _ body: @escaping @Sendable (borrowing Order) -> Void
  ) {
    state.withLock { $0.waiting.append(Work(change: change, body: body)) }
  }

  /// Lets submissions wait from here on, until the holder lets go.
  func hold(by holder: SessionPhase.Holder) {
    state.withLock { $0.phase.hold(by: holder) }
  }

  func letGo(by holder: SessionPhase.Holder) { change { $0.letGo(by: holder) } }

  /// Lets everything wait, until ``endRenewal(as:)``.
  func beginRenewal(_: borrowing Order) { state.withLock { $0.phase.beginRenewal() } }

  /// Continues, under another ID if the session has one.
  func endRenewal(as id: StoredSession.ID? = nil) {
    if let id { state.withLock { $0.id = id } }
    change { $0.endRenewal(isRenewed: id != nil) }
  }

  private func change(_ body: (inout SessionPhase) -> Void) {
    order.withLock {
      let works = state.withLock { state in
        body(&state.phase)
        defer { state.waiting = [] }
        return state.waiting
      }
      // Those that still have to wait stand in line again, in the same order.
      for work in works { perform(work.change, work.body) }
    }
  }
}
