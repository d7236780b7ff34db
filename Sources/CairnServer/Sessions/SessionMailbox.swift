import CairnSessions
import Foundation
import Synchronization

/// The pending work of a session, which consists of requests and of changes for the store.
///
/// Changes are passed to the store one after the other, under the session's ID at that time. The session's
/// ``SessionPhase`` determines which of them must wait.
final class SessionMailbox: Sendable {
  /// Proof that the caller holds the order. Functions with this parameter can only be called under the order.
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
  /// The lock of the order. It's held while work is passed to the store, and while its result is recorded. Transactions
  /// are therefore committed in the order of their revisions.
  ///
  /// It's recursive, because a store may call the completion before its call returns. It isn't needed to make others
  /// wait.
  private let order = NSRecursiveLock()

  /// The client of the session, or `nil` if it's unknown. The store records it for a new session.
  let client: StoredSession.Client?

  init(_ id: StoredSession.ID, from client: StoredSession.Client? = nil) {
    self.client = client
    state = Mutex(State(id: id))
  }

  /// The session's ID in the store.
  var id: StoredSession.ID { state.withLock(\.id) }

  /// Whether the store is known to have had the session.
  var isStored: Bool { state.withLock(\.isStored) }

  func noteStored() { state.withLock { $0.isStored = true } }

  /// Whether the session has ended, so that it's no longer stored.
  var isClosed: Bool { state.withLock { $0.phase == .ended } }

  /// Ends the session, so that it's no longer stored. Call ``workOff()`` to inform waiting work.
  func close() { state.withLock { $0.phase = .ended } }

  func withOrder<Result>(_ body: () throws -> Result) rethrows -> Result {
    try order.withLock(body)
  }

  /// Returns whether work of this kind must wait at this moment.
  func mustWait(_ work: SessionPhase.Work) -> Bool {
    state.withLock { $0.phase.mustWait(work) }
  }

  /// Runs work under the order, either immediately or when it no longer needs to wait.
  func perform(
    _ work: SessionPhase.Work, _ body: @escaping @Sendable (borrowing Order) -> Void
  ) {
    order.withLock {
      let turn = Order()
      if mustWait(work) { wait(work, turn, body) } else { body(turn) }
    }
  }

  /// Adds work that must wait.
  func wait(
    _ work: SessionPhase.Work, _: borrowing Order,
    _ body: @escaping @Sendable (borrowing Order) -> Void
  ) {
    state.withLock { $0.waiting.append(Entry(work: work, body: body)) }
  }

  // MARK: Renewal

  /// Makes submissions and requests wait until the holder releases the session.
  func hold(by holder: SessionPhase.Holder) {
    state.withLock { $0.phase.hold(by: holder) }
  }

  func letGo(by holder: SessionPhase.Holder) { change { $0.letGo(by: holder) } }

  /// Returns whether a holder has requested another ID or the end of the session, and that isn't completed yet.
  /// - Parameter holder: A holder that doesn't count, which is usually the caller.
  func isHeld(exceptBy holder: SessionPhase.Holder? = nil) -> Bool {
    state.withLock { $0.phase.isHeld(exceptBy: holder) }
  }

  /// Calls a closure as soon as there are no holders.
  /// - Parameter onward: Runs the closure, for example on a worker.
  /// - Returns: Whether there are holders. If not, the closure isn't called.
  func awaitRenewal(
    _ onward: @escaping Workload.Onward, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    state.withLock { state in
      guard state.phase.mustWait(.request) else { return false }
      state.waiting.append(Entry(work: .request) { _ in onward(body) })
      return true
    }
  }

  /// Makes all work wait until ``endRenewal(as:by:)``.
  func beginRenewal(_: borrowing Order) { state.withLock { $0.phase.beginRenewal() } }

  /// Makes all work wait until ``endRenewal(as:by:)``, unless another holder than the given one has requested another ID
  /// or the end of the session.
  /// - Parameter holder: The holder, or `nil` to ignore all holders.
  /// - Returns: Whether all work waits now.
  func beginRenewal(_: borrowing Order, by holder: SessionPhase.Holder?) -> Bool {
    state.withLock { state in
      guard holder == nil || !state.phase.isHeld(exceptBy: holder) else { return false }
      state.phase.beginRenewal()
      return true
    }
  }

  /// Continues with the waiting work, under another ID if the session has one.
  /// - Parameter holder: The only holder whose request is completed by another ID, or `nil` for all holders.
  func endRenewal(as id: StoredSession.ID? = nil, by holder: SessionPhase.Holder? = nil) {
    if let id { state.withLock { $0.id = id } }
    change { $0.endRenewal(isRenewed: id != nil, by: holder) }
  }

  /// Runs the waiting work that no longer needs to wait.
  func workOff() { change { _ in } }

  private func change(_ body: (inout SessionPhase) -> Void) {
    order.withLock {
      let entries = state.withLock { state in
        body(&state.phase)
        defer { state.waiting = [] }
        return state.waiting
      }
      // Work that still must wait is added again, in the same order.
      for entry in entries { perform(entry.work, entry.body) }
    }
  }
}
