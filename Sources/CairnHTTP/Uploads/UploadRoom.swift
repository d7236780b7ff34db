import Synchronization

/// The number of bytes of all uploaded files, with a maximum for all of them and a share for each client.
///
/// A client can use any part of the first half. Beyond that, it can use at most an eighth of the whole, so that a
/// single client can't use up the room.
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

  /// Whether more than half of the room is used, so that slow connections must be closed.
  var isScarce: Bool { count > limit / 2 }

  /// Reserves room for bytes.
  ///
  /// - Parameter client: The client whose share is used, or `nil` if it's unknown, which means that no share applies.
  /// - Returns: Whether there was enough room. If there wasn't, no room is reserved.
  func take(_ bytes: Int, for client: AddressGroup?) -> Bool {
    state.withLock { state in
      guard admits(bytes, for: client, in: state) else { return false }
      state.count += bytes
      if let client { state.clients[client, default: 0] += bytes }
      return true
    }
  }

  /// Returns whether there is enough room for bytes, without reserving it.
  func admits(_ bytes: Int, for client: AddressGroup?) -> Bool {
    state.withLock { admits(bytes, for: client, in: $0) }
  }

  private func admits(_ bytes: Int, for client: AddressGroup?, in state: State) -> Bool {
    let count = state.count + bytes
    let own = client.map { (state.clients[$0] ?? 0) + bytes } ?? 0
    return count <= limit && (count <= limit / 2 || own <= share)
  }

  func give(back bytes: Int, for client: AddressGroup?) {
    state.withLock { state in
      state.count -= bytes
      guard let client, let own = state.clients[client] else { return }
      state.clients[client] = own > bytes ? own - bytes : nil
    }
  }
}
