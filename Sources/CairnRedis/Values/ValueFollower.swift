import CairnReducers
import CairnSessions
import Dispatch
import Synchronization

/// Loads a value in use after another server has changed it.
///
/// Only one load is in progress. Changes that are announced in the meantime are loaded together.
final class ValueFollower: Sendable {
  private enum State {
    case idle, loading, loadingAgain
  }

  private let client: RedisClient
  private let place: ValuePlace
  private let revision: @Sendable () -> Int64?
  private let receive: @Sendable (Result<RevisedData, any Error>) -> Void
  private let state = Mutex(State.idle)
  /// Receivers wait for locks, which must not happen on the threads of connections.
  private let queue = DispatchQueue(label: "cairn.redis.values")

  init(
    _ client: RedisClient, _ place: ValuePlace, after revision: @escaping @Sendable () -> Int64?,
    _ receive: @escaping @Sendable (Result<RevisedData, any Error>) -> Void
  ) {
    self.client = client
    self.place = place
    self.revision = revision
    self.receive = receive
  }

  /// Loads the value, and passes it on if it's newer. A failure of Redis is ignored, because the store logs it, and the
  /// value is compared again later.
  func update() {
    let isFirst = state.withLock { state in
      defer { state = state == .idle ? .loading : .loadingAgain }
      return state == .idle
    }
    if isFirst { load() }
  }

  private func load() {
    client.send(
      RedisStorage.loading, RedisStorage.loadCommand(place), slot: place.slot, isWrite: false
    ) { [self] reply in
      queue.async { [self] in
        if case .success(let reply) = reply { pass(reply) }
        let isStale = state.withLock { state in
          defer { state = state == .loadingAgain ? .loading : .idle }
          return state == .loadingAgain
        }
        if isStale { load() }
      }
    }
  }

  private func pass(_ reply: RedisReply) {
    do throws(SessionStoreError) {
      guard let stored = try reply.storedValue(RedisStorage.loading),
        let current = revision(), stored.revision > current
      else { return }
      receive(.success(stored))
    } catch {
      receive(.failure(error))
    }
  }
}
