import CairnHTTP
import CairnSecurity
import CairnSessions
import Synchronization

/// Lets the requests of a scene take turns, without blocking a thread while they wait.
///
/// A request has a turn only for its immediate work. If its response waits for the store or for effects, other requests
/// can continue.
final class SceneTurns: Sendable {
  struct Key: Hashable, Sendable {
    let session: SessionID
    let sceneID: StoredScene.Mark

    /// Hashes only the session, because a session has few scenes.
    func hash(into hasher: inout Hasher) {
      hasher.combine(session)
    }
  }

  /// A closure that's called with `true` when it's the request's turn, or with `false` if there won't be one.
  typealias Waiter = @Sendable (_ isItsTurn: Bool) -> Void

  private struct Line {
    let began: ContinuousClock.Instant
    var waiters: [Waiter] = []
  }

  enum Outcome {
    /// The turn starts immediately.
    case taken
    case waiting
    /// The current turn takes too long, or too many requests are waiting.
    case refused
  }

  /// The maximum time to wait for the current turn.
  static let patience = Duration.seconds(5)
  /// The maximum number of requests that wait for a scene.
  private static let waitersLimit = 64

  private let shards: [Shard]

  private final class Shard: Sendable {
    let turns = Mutex<[Key: Line]>([:])
  }

  init(shards: Int = 16) {
    self.shards = (0..<shards).map { _ in Shard() }
  }

  private func shard(of key: Key) -> Shard {
    shards[
      Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: key.session.bits)) & (shards.count - 1)]
  }

  /// Takes a turn if the scene is free. This is the common case, and it doesn't create a waiter.
  func takeIfFree(_ key: Key, at now: ContinuousClock.Instant = .now) -> Bool {
    shard(of: key).turns.withLock { turns in
      guard turns[key] == nil else { return false }
      turns[key] = Line(began: now)
      return true
    }
  }

  /// Takes a turn, or adds a waiter to the line.
  func take(
    _ key: Key, at now: ContinuousClock.Instant = .now, orWait waiter: @escaping Waiter
  ) -> Outcome {
    shard(of: key).turns.withLock { turns in
      guard let turn = turns[key] else {
        turns[key] = Line(began: now)
        return .taken
      }
      guard now - turn.began < Self.patience, turn.waiters.count < Self.waitersLimit
      else { return .refused }
      turns[key]?.waiters.append(waiter)
      return .waiting
    }
  }

  /// Ends a turn, and starts the next one.
  func end(_ key: Key, at now: ContinuousClock.Instant = .now) {
    let next: Waiter? = shard(of: key).turns.withLock { turns in
      guard let turn = turns.removeValue(forKey: key), let next = turn.waiters.first
      else { return nil }
      turns[key] = Line(began: now, waiters: Array(turn.waiters.dropFirst()))
      return next
    }
    next?(true)
  }

  /// The number of waiting requests.
  var waiting: Int {
    shards.reduce(0) { $0 + $1.turns.withLock { $0.values.reduce(0) { $0 + $1.waiters.count } } }
  }

  /// Rejects the requests that wait for a turn that takes too long.
  func refuseWaiting(of key: Key) {
    let waiters = shard(of: key).turns.withLock { turns in
      defer { turns[key]?.waiters = [] }
      return turns[key]?.waiters ?? []
    }
    for waiter in waiters { waiter(false) }
  }
}
