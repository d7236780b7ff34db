import CairnSessions

/// A server that has leases in Redis.
final class RedisLeaseHolder: LeaseHolder {
  let id = LeaseHolderID.random()
  private let shards: [LeaseShard]
  private let index: @Sendable (StoredSession.ID) -> Int

  /// - Parameters:
  ///   - shards: The keys of all shards of the store.
  ///   - index: Returns the index of the shard of a session.
  ///   - duration: How long the server keeps its leases in Redis after it has renewed its term.
  ///   - patience: How long the server waits for the lease of another server.
  ///   - now: Returns the current time.
  init(
    _ client: RedisClient, _ subscriber: Subscriber, shards: [Keys],
    index: @escaping @Sendable (StoredSession.ID) -> Int = { _ in 0 },
    duration: Duration, patience: Duration,
    now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    self.shards = shards.map { [id] keys in
      LeaseShard(id, client, subscriber, keys, duration: duration, patience: patience, now: now)
    }
    self.index = index
  }

  deinit {
    for shard in shards { shard.leave() }
  }

  func begin(_ runner: any SceneRunner) {
    for shard in shards { shard.begin(runner) }
  }

  func claim(
    _ scene: LeasedScene,
    completion: @escaping @Sendable (Result<Lease, SessionStoreError>) -> Void
  ) {
    shards[index(scene.session)].claim(scene, completion: completion)
  }

  func term(of session: StoredSession.ID) -> LeaseTerm { shards[index(session)].term }

  func leave() {
    for shard in shards { shard.leave() }
  }
}
