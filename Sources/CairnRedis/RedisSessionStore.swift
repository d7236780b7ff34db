public import CairnSessions
public import Logging

/// A session store in Redis or Valkey, which servers on several machines can share.
///
/// ```swift
/// let store = try RedisSessionStore(
///   configuration: RedisSessionStore.Configuration(url: "redis://redis.internal"))
/// ```
///
/// Loading a request's data takes one command, and committing a transaction runs one script. Redis runs each as one step.
/// All operations share a few connections and one thread.
///
/// If a connection is lost, the store connects again and repeats the operations that have no reply, for up to
/// ``Configuration/timeout``. Each transaction has a token, so Redis carries it out once. If the store can't find out
/// whether a transaction is stored, it fails, and the error explains that. A repeat of the request then gets the answer
/// of the stored transaction, or is carried out.
///
/// The settings of Redis determine when an acknowledged transaction is durable. The store logs a warning about settings
/// with which Redis can lose sessions. See <doc:Redis>.
///
/// Completions are called on the store's thread.
public final class RedisSessionStore: SessionStore, CustomStringConvertible {
  private let client: RedisClient
  private let subscriber: Subscriber
  private let shards: Shards
  private let confirms: Bool
  private let leaseDuration: Duration
  private let timeout: Duration
  /// The addresses of Redis and the number of shards, for the log.
  public let description: String

  /// Connects to Redis.
  ///
  /// This waits for Redis, up to ``Configuration/timeout``. Open a store when your program starts.
  ///
  /// - Parameters:
  ///   - configuration: The options of the store.
  ///   - logger: The logger for warnings about Redis, and for failures and recoveries.
  /// - Throws: A `SessionStoreError` of the kind `inaccessible` if Redis can't be reached or rejects the user. The kind
  ///   is `foreign` if the server isn't Redis or the keys belong to another program, `newerVersion` if a newer version
  ///   of the store wrote them, or `full` if the memory of Redis is full. It's `invalid` if an option isn't valid, or if
  ///   the data was stored with another number of shards.
  public init(
    configuration: Configuration, logger: Logger = Logger(label: "cairn.sessions")
  ) throws(SessionStoreError) {
    guard !configuration.prefix.utf8.contains(where: { "{}".utf8.contains($0) }) else {
      throw SessionStoreError(
        .invalid, reason: "The prefix of the keys contains a brace.",
        recoverySuggestion: "Leave out braces. A cluster finds the node of a key by them.")
    }
    guard Shards.counts.contains(configuration.shards) else {
      throw SessionStoreError(
        .invalid, reason: "The session store can't have \(configuration.shards) shards.",
        recoverySuggestion: "Use a number from 1 to \(Shards.counts.upperBound).")
    }
    shards = Shards(prefix: configuration.prefix, count: configuration.shards)
    confirms = configuration.replicas > 0
    leaseDuration = configuration.leaseDuration
    timeout = configuration.timeout
    description =
      "Redis, " + configuration.addresses.map(\.description).joined(separator: ",")
      + (configuration.database == 0 ? "" : "/\(configuration.database)")
      + (configuration.shards == 1 ? "" : ", \(configuration.shards) shards")
    client = try RedisClient(configuration, logger: logger)
    subscriber = try Subscriber(configuration, client: client, logger: logger)
    try checkLayout()
  }

  /// Checks the layout of the stored data, and stores it in an empty store.
  private func checkLayout() throws(SessionStoreError) {
    let operation = "open the session store"
    let layout = Layout(shards: shards.all.count)
    let keys = shards.all[0]
    let key = keys.key("version")
    var get = RedisArguments("GET")
    get.append(key)
    // Redis rejects any SET when its memory is full.
    var reply = try client.sendAndBlock(operation, .plain(get), slot: keys.slot)
    if reply.isNothing {
      var set = RedisArguments("SET")
      set.append(key)
      set.append(layout.text)
      set.append("NX")
      _ = try client.sendAndBlock(operation, .plain(set), slot: keys.slot)
      reply = try client.sendAndBlock(operation, .plain(get), slot: keys.slot)
    }
    guard let stored = reply.text.flatMap({ Layout($0) }) else {
      throw .unexpectedReply(operation)
    }
    guard stored.version <= layout.version else {
      throw SessionStoreError(
        .newerVersion,
        reason: """
          The sessions in Redis have version \(stored.version), but this program supports versions up to \
          \(layout.version).
          """,
        recoverySuggestion: "Start the newer program again, or choose another prefix for the keys.")
    }
    guard stored.shards == layout.shards else {
      throw SessionStoreError(
        .invalid,
        reason: """
          The sessions in Redis were stored with shards=\(stored.shards), but this program is configured with \
          shards=\(layout.shards).
          """,
        recoverySuggestion: """
          Configure shards=\(stored.shards). To use another number, choose another prefix for the keys, which begins \
          without sessions.
          """)
    }
  }

  public func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    let operation = "load a scene"
    let keys = shards[query.session]
    client.send(
      operation, .plain(LoadCommand.arguments(for: query, keys: keys)), slot: keys.slot,
      isWrite: false
    ) { [self] reply in
      let result = reply.read(operation) { $0.loadResult(for: query) }
      if confirms, case .success(let loaded) = result, case .answered = loaded.submission {
        return confirm(in: keys) { completion($0.flatMap { _ in result }) }
      }
      completion(result)
    }
  }

  /// Waits until the replicas of a shard have everything that was stored before.
  ///
  /// An earlier attempt of the request may have failed because the replicas were late.
  private func confirm(
    in keys: Keys,
    completion: @escaping @Sendable (Result<RedisReply, SessionStoreError>) -> Void
  ) {
    var arguments = RedisArguments("SET")
    arguments.append(keys.key("confirmation"))
    arguments.append("")
    client.send(
      "confirm an answer", .plain(arguments), slot: keys.slot, completion: completion)
  }

  public func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    if let refusal = transaction.refusal ?? shards.refusal(of: transaction) {
      return completion(.failure(refusal))
    }
    let operation = "commit a transaction"
    let keys = shards[transaction.session]
    let command = CommitCommand(
      transaction, shards: shards, token: .random(in: .min ... .max), confirms: confirms)
    client.send(
      operation, .script(.commit, key: keys.record(transaction.session), command.arguments),
      slot: keys.slot
    ) { reply in
      completion(
        reply.read(operation) { reply throws(SessionStoreError) in
          try reply.commitResult(of: transaction)
        })
    }
  }

  public func scenes(
    of session: StoredSession.ID
  ) async throws(SessionStoreError) -> [SceneSummary] {
    let keys = shards[session]
    return try await run(
      "list scenes", .summaries, in: keys, key: keys.record(session), isWrite: false
    ) { $0.summaries }
  }

  public func removeSession(_ session: StoredSession.ID) async throws(SessionStoreError) {
    var arguments = RedisArguments("one")
    arguments.append(session.hex)
    _ = try await run("remove a session", .removal, arguments, in: shards[session]) { $0.removed }
  }

  public func removeSessions(
    idleSince time: SessionTime
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    try await removeSessions("remove idle sessions") {
      RedisArguments("idle", "\($0)", "\(time.microsecondsSince1970)")
    }
  }

  public func removeSessions(
    of owner: StoredSession.Owner, except session: StoredSession.ID?
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    try await removeSessions("remove an owner's sessions") { limit in
      var arguments = RedisArguments("owner", "\(limit)")
      arguments.append(owner.bytes)
      arguments.append(session?.hex ?? [])
      return arguments
    }
  }

  /// Removes sessions from all shards in batches, until a batch isn't full.
  private func removeSessions(
    _ operation: String, _ arguments: @escaping @Sendable (_ limit: Int) -> RedisArguments
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    let removed = try await inAllShards { [self] keys throws(SessionStoreError) in
      var removed: [StoredSession] = []
      while true {
        let batch = try await run(operation, .removal, arguments(Self.batch), in: keys) {
          $0.removed
        }
        removed += batch
        if batch.count < Self.batch { return removed }
      }
    }
    return removed.joined().sorted { ($0.lastUse, $0.id) < ($1.lastUse, $1.id) }.map(\.id)
  }

  public func limitLastUses(to time: SessionTime) async throws(SessionStoreError) {
    let arguments = RedisArguments("\(time.microsecondsSince1970)", "\(Self.batch)")
    _ = try await inAllShards { [self] keys throws(SessionStoreError) in
      while try await run(
        "limit last uses", .lastUseLimit, arguments, in: keys, read: { $0.integer }) > 0
      {}
    }
  }

  public func listen(
    to session: StoredSession.ID,
    onAnnouncement: @escaping @Sendable (SessionAnnouncement) -> Void
  ) -> SessionListening? {
    let subscription = subscriber.subscribe(to: shards[session].channel(session)) {
      onAnnouncement(.began)
    } handler: { message in
      if let announcement = SessionAnnouncement(text: message) { onAnnouncement(announcement) }
    }
    return SessionListening { subscription.cancel() }
  }

  public func storedBytes() async throws(SessionStoreError) -> Int? {
    let operation = "measure the store"
    return try await inAllShards { [self] keys throws(SessionStoreError) in
      var arguments = RedisArguments("GET")
      arguments.append(keys.key("bytes"))
      let reply = try await client.send(
        operation, .plain(arguments), slot: keys.slot, isWrite: false)
      return try Result.success(reply).read(operation) {
        $0.isNothing ? 0 : $0.text.flatMap { Int($0) }
      }.get()
    }.reduce(0, +)
  }

  /// Waits for the replies to the pending operations, and closes the connections.
  public func close() async {
    await client.close()
    await subscriber.close()
  }

  /// The number of sessions that a script removes or changes at once. Other operations wait for less than a millisecond.
  private static let batch = 64

  /// Runs an operation in all shards at the same time.
  ///
  /// - Returns: The results in no particular order.
  /// - Throws: An error of one of the shards, after the operation has ended in all of them.
  private func inAllShards<Value: Sendable>(
    _ body: @escaping @Sendable (Keys) async throws(SessionStoreError) -> Value
  ) async throws(SessionStoreError) -> [Value] {
    let results = await withTaskGroup(of: Result<Value, SessionStoreError>.self) { group in
      for keys in shards.all {
        group.addTask {
          do throws(SessionStoreError) {
            return .success(try await body(keys))
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var values: [Value] = []
    for result in results { values.append(try result.get()) }
    return values
  }

  private func run<Value>(
    _ operation: String, _ script: Script, _ arguments: RedisArguments = RedisArguments(),
    in keys: Keys, key: [UInt8]? = nil, isWrite: Bool = true, read: (RedisReply) -> Value?
  ) async throws(SessionStoreError) -> Value {
    var all = RedisArguments()
    all.append(keys.prefix)
    let reply = try await client.send(
      operation, .script(script, key: key ?? keys.key("sessions"), all + arguments),
      slot: keys.slot, isWrite: isWrite)
    return try Result.success(reply).read(operation, read).get()
  }
}

extension RedisSessionStore: LeasingSessionStore {
  package func makeLeaseHolder() -> any LeaseHolder { makeLeaseHolder(now: { .now }) }

  /// - Parameter now: Returns the current time. Tests pass their own clock.
  func makeLeaseHolder(
    now: @escaping @Sendable () -> ContinuousClock.Instant
  ) -> any LeaseHolder {
    RedisLeaseHolder(
      client, subscriber, shards: shards.all, index: { [shards] in shards.index(of: $0) },
      duration: leaseDuration, patience: leaseDuration + timeout, now: now)
  }
}

extension Result where Success == RedisReply, Failure == SessionStoreError {
  /// Reads a reply. A reply that can't be read is a failure.
  fileprivate func read<Value>(
    _ operation: String, _ read: (RedisReply) throws(SessionStoreError) -> Value?
  ) -> Result<Value, SessionStoreError> {
    Result<Value, SessionStoreError> { () throws(SessionStoreError) in
      guard let value = try read(get()) else { throw .unexpectedReply(operation) }
      return value
    }
  }
}
