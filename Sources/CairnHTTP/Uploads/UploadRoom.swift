import Synchronization

/// The bytes of all files on disk, the maximum that they may have, and each client's share of it.
///
/// A client may take as much as it wants of the first half. Beyond that it may have an eighth of the
/// whole, so one client can't take the room of all others.
final class UploadRoom: Sendable {
  private struct State {
    var count = 0
    var clients: [AddressGroup: Int] = [:]
  }

  private let state = Mutex(State())
  let limit: Int
  private var share: Int { limit / 8 }

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { state.withLock(\.count) }

  /// Whether so much is taken that those who are slow have to go.
  var isScarce: Bool { count > limit / 2 }

  /// Takes room; takes nothing and returns false if there isn't that much.
  /// - Parameter client: Nil if it's unknown, and has no share.
  func take(_ bytes: Int, for client: AddressGroup?) -> Bool {
    state.withLock { state in
      let count = state.count + bytes
      let own = client.map { (state.clients[$0] ?? 0) + bytes } ?? 0
      guard count <= limit, count <= limit / 2 || own <= share else { return false }
      state.count = count
      if let client { state.clients[client] = own }
      return true
    }
  }

  func give(back bytes: Int, for client: AddressGroup?) {
    state.withLock { state in
      state.count -= bytes
      guard let client, let own = state.clients[client] else { return }
      state.clients[client] = own > bytes ? own - bytes : nil
    }
  }
}
