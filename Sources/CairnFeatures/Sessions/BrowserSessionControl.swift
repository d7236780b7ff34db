package import Foundation
import Synchronization

/// What does for a session what features ask of it: a server, or nobody but a value in memory.
package protocol BrowserSessionControl: Sendable {
  /// The session's id as features know it.
  var id: UUID { get }
  /// Who has signed in; nil where nobody has.
  var owner: String? { get }
  /// Gives the session another id.
  /// - Parameter owner: Whose it is from then on; nil where that stays as it is.
  func renew(owner: String?) -> BrowserSession.Renewal
  /// Ends the session.
  func end()
  func endAll(of owner: String, exceptThis: Bool) async throws
}

/// A session without a server: what is asked of it is so at once.
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

  func renew(owner: String?) -> BrowserSession.Renewal {
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

  func endAll(of owner: String, exceptThis: Bool) async throws {
    guard !exceptThis, self.owner?.utf8.elementsEqual(owner.utf8) == true else { return }
    end()
  }
}
