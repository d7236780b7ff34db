package import Foundation
import Synchronization

/// The implementation of a session, either by a server or in memory.
package protocol BrowserSessionControl: Sendable {
  /// The session's ID as features use it.
  var id: UUID { get }
  /// The owner that's signed in, or `nil`.
  var owner: String? { get }
  /// Gives the session a new ID.
  /// - Parameter owner: The new owner, or `nil` to keep the current one.
  func regenerateID(owner: String?) -> BrowserSession.Renewal
  /// Ends the session.
  func end()
  func endAll(for owner: String, exceptCurrent: Bool) async throws
}

/// A session without a server. Requested changes take effect immediately.
final class LocalSession: BrowserSessionControl {
  private struct State: Sendable {
    var id: UUID
    var owner: String?
  }

  private let state: Mutex<State>

  init(id: UUID) {
    state = Mutex(State(id: id))
  }

  var id: UUID { state.withLock(\.id) }

  var owner: String? { state.withLock(\.owner) }

  func regenerateID(owner: String?) -> BrowserSession.Renewal {
    state.withLock { state in
      let previous = state.id
      state.id = UUID()
      state.owner = owner ?? state.owner
      return BrowserSession.Renewal(previousID: previous, id: state.id)
    }
  }

  func end() {
    state.withLock { $0 = State(id: UUID()) }
  }

  func endAll(for owner: String, exceptCurrent: Bool) async throws {
    guard !exceptCurrent, self.owner?.utf8.elementsEqual(owner.utf8) == true else { return }
    end()
  }
}
