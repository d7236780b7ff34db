import CairnHTTP
import CairnSecurity
import CairnSessions
import Synchronization

/// Lets the requests of a scene take turns, without a thread for those that wait.
///
/// Only what is done for a request at once takes a turn. An answer that waits for the store, or for
/// effects, holds up nobody.
final class SceneTurns: Sendable {
  struct Key: Hashable, Sendable {
    let session: SessionID
    let mark: StoredScene.Mark

    /// By the session alone: its scenes are few.
    func hash(into hasher: inout Hasher) {
      hasher.combine(session)
    }
  }

  /// Who waits: told that it is its turn, or that there will be none.
  typealias Waiter = @Sendable (_ isItsTurn: Bool) -> Void

  private struct Line {
    let began: ContinuousClock.Instant
    var waiters: [Waiter] = []
  }

  enum Outcome {
    /// It is one's turn at once.
    case taken
    case waiting
    /// Somebody else's takes too long already, or too many wait.
    case refused
  }

  /// How long a turn is waited for.
  static let patience = Duration.seconds(5)
  /// How many wait for a scene.
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

  /// Takes a turn where nobody has it; most requests meet nobody, and nothing is made for them.
  func takeIfFree(_ key: Key, at now: ContinuousClock.Instant = .now) -> Bool {
    shard(of: key).turns.withLock { turns in
      guard turns[key] == nil else { return false }
      turns[key] = Line(began: now)
      return true
    }
  }

  /// Takes a turn, or a place in the line.
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

  /// Ends a turn; the next one's begins.
  func end(_ key: Key, at now: ContinuousClock.Instant = .now) {
    let next: Waiter? = shard(of: key).turns.withLock { turns in
      guard let turn = turns.removeValue(forKey: key), let next = turn.waiters.first
      else { return nil }
      turns[key] = Line(began: now, waiters: Array(turn.waiters.dropFirst()))
      return next
    }
    next?(true)
  }

  /// How many wait.
  var waiting: Int {
    shards.reduce(0) { $0 + $1.turns.withLock { $0.values.reduce(0) { $0 + $1.waiters.count } } }
  }

  /// Sends away who waits for a turn that takes too long.
  func refuseWaiting(of key: Key) {
    let waiters = shard(of: key).turns.withLock { turns in
      defer { turns[key]?.waiters = [] }
      return turns[key]?.waiters ?? []
    }
    for waiter in waiters { waiter(false) }
  }
}
