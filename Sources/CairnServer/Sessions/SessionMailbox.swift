import CairnSessions
import Foundation
import Synchronization

/// What a session has yet to do: changes to be handed to the store one after the other, under the ID that the session has
/// then, and requests. Which of them have to wait depends on the session's ``SessionPhase``.
final class SessionMailbox: Sendable {
  /// Shows that the caller is alone in the order: what takes one can only be called under it.
  struct Order: ~Copyable {
    fileprivate init() {}
  }

  private struct Entry: Sendable {
    let work: SessionPhase.Work
    let body: @Sendable (borrowing Order) -> Void
  }

  private struct State: Sendable {
    var id: StoredSession.ID
    var isStored = false
    var phase = SessionPhase.open
    var waiting: [Entry] = []
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

  /// Lets nothing be stored of the session any more. Whatever waits is told so by ``workOff()``.
  func close() { state.withLock { $0.phase = .ended } }

  func withOrder<Result>(_ body: () throws -> Result) rethrows -> Result {
    try order.withLock(body)
  }

  /// Whether something has to wait at this moment.
  func mustWait(_ work: SessionPhase.Work) -> Bool {
    state.withLock { $0.phase.mustWait(work) }
  }

  /// Hands something in under the order: now, or in its turn.
  func perform(
    _ work: SessionPhase.Work, _ body: @escaping @Sendable (borrowing Order) -> Void
  ) {
    order.withLock {
      let turn = Order()
      if mustWait(work) { wait(work, turn, body) } else { body(turn) }
    }
  }

  /// Hands something in in its turn that has to wait.
  func wait(
    _ work: SessionPhase.Work, _: borrowing Order,
    _ body: @escaping @Sendable (borrowing Order) -> Void
  ) {
    state.withLock { $0.waiting.append(Entry(work: work, body: body)) }
  }

  // MARK: Renewal

  /// Lets submissions and requests wait from here on, until the holder lets go.
  func hold(by holder: SessionPhase.Holder) {
    state.withLock { $0.phase.hold(by: holder) }
  }

  func letGo(by holder: SessionPhase.Holder) { change { $0.letGo(by: holder) } }

  /// Whether somebody has asked for another ID of the session, or for its end, and that isn't done yet.
  /// - Parameter holder: Who doesn't count, because that's the caller.
  func isHeld(exceptBy holder: SessionPhase.Holder? = nil) -> Bool {
    state.withLock { $0.phase.isHeld(exceptBy: holder) }
  }

  /// Calls a closure when nobody holds the session any more.
  /// - Parameter onward: Where it's called.
  /// - Returns: Whether somebody does. Otherwise, the closure isn't called.
  func awaitRenewal(
    _ onward: @escaping Workload.Onward, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    state.withLock { state in
      guard state.phase.mustWait(.request) else { return false }
      state.waiting.append(Entry(work: .request) { _ in onward(body) })
      return true
    }
  }

  /// Lets everything wait, until ``endRenewal(as:)``.
  func beginRenewal(_: borrowing Order) { state.withLock { $0.phase.beginRenewal() } }

  /// Continues, under another ID if the session has one.
  func endRenewal(as id: StoredSession.ID? = nil) {
    if let id { state.withLock { $0.id = id } }
    change { $0.endRenewal(isRenewed: id != nil) }
  }

  /// Continues with what waits, as far as that hasn't to wait any longer.
  func workOff() { change { _ in } }

  private func change(_ body: (inout SessionPhase) -> Void) {
    order.withLock {
      let entries = state.withLock { state in
        body(&state.phase)
        defer { state.waiting = [] }
        return state.waiting
      }
      // Those that still have to wait stand in line again, in the same order.
      for entry in entries { perform(entry.work, entry.body) }
    }
  }
}
