/// All sessions in memory, without a lock.
struct MemorySessions {
  private var sessions: [StoredSession.ID: MemorySession] = [:]
  private var owned: [StoredSession.Owner: Set<StoredSession.ID>] = [:]
  private var ages = RankQueue<StoredSession.ID, SessionTime>()
  private var order = EvictionOrder<StoredSession.ID, EvictionRank<SessionTime>>()

  /// The total size of all sessions, as defined by ``SessionLimits``.
  var bytes: Int { order.bytes }

  var counts: (sessions: Int, scenes: Int) {
    (sessions.count, sessions.values.reduce(0) { $0 + $1.summaries.count })
  }

  subscript(id: StoredSession.ID) -> MemorySession? { sessions[id] }

  mutating func commit(
    _ transaction: SessionTransaction
  ) throws(SessionStoreError) -> CommitResult {
    if let expiry = transaction.expiry, let session = sessions[transaction.session],
      session.lastUse < expiry
    {
      _ = drop(transaction.session)
    }
    let isNew = sessions[transaction.session] == nil
    if isNew, transaction.requiresSession { return .conflict([]) }
    let objection = (sessions[transaction.session] ?? .new(for: transaction)).objection(
      to: transaction)
    if let objection { return objection }
    if let renaming = transaction.renaming, sessions[renaming] != nil { throw .isTaken(renaming) }
    guard !isNew || transaction.storesSomething else {
      return .committed(EvictionReport(), version: 0)
    }

    if let renaming = transaction.renaming { move(transaction.session, to: renaming) }
    let id = transaction.renaming ?? transaction.session
    if isNew { add(id, .new(for: transaction)) }
    var evictions = EvictionReport(scenes: apply(transaction, to: id))
    let version = sessions[id]?.version
    guard transaction.storesSomething else { return .committed(evictions, version: version) }
    var limits = transaction.limits
    if !isNew { limits.sessions = .max }
    evictions.sessions = evict(beyond: limits, keeping: id)
    return .committed(evictions, version: version)
  }

  mutating func remove(_ id: StoredSession.ID) {
    _ = drop(id)
  }

  mutating func limitLastUses(to time: SessionTime) {
    for (id, session) in sessions where session.lastUse > time {
      sessions[id]?.limitLastUse(to: time)
      guard let session = sessions[id] else { continue }
      ages.insert(id, rank: session.lastUse)
      order.lower(id, to: session.evictionRank) { [sessions] in sessions[$0]?.evictionRank }
    }
  }

  mutating func removeAll(idleSince time: SessionTime) -> [StoredSession.ID] {
    var removed: [StoredSession.ID] = []
    while let id = oldest(before: time) {
      _ = drop(id)
      removed.append(id)
    }
    return removed
  }

  private mutating func oldest(before time: SessionTime) -> StoredSession.ID? {
    ages.lowest(before: time) { [sessions] in sessions[$0]?.lastUse }
  }

  mutating func removeAll(
    of owner: StoredSession.Owner, except kept: StoredSession.ID?
  ) -> [StoredSession.ID] {
    var removed: [StoredSession] = []
    for id in owned[owner] ?? [] where id != kept {
      if let session = drop(id) { removed.append(StoredSession(id: id, lastUse: session.lastUse)) }
    }
    return removed.sorted { ($0.lastUse, $0.id.bits) < ($1.lastUse, $1.id.bits) }.map(\.id)
  }

  /// Applies a transaction to the session in place, so that the session isn't copied.
  private mutating func apply(
    _ transaction: SessionTransaction, to id: StoredSession.ID
  ) -> [StoredScene.Mark] {
    let owner = sessions[id]?.owner
    let evicted = sessions[id]?.apply(transaction) ?? []
    if let session = sessions[id] { order.resize(id, to: session.bytes) }
    if transaction.owner != nil {
      disown(id, of: owner)
      own(id, by: sessions[id]?.owner)
    }
    return evicted
  }

  private mutating func move(_ id: StoredSession.ID, to new: StoredSession.ID) {
    guard let session = drop(id) else { return }
    add(new, session)
    own(new, by: session.owner)
  }

  private mutating func add(_ id: StoredSession.ID, _ session: MemorySession) {
    sessions[id] = session
    ages.insert(id, rank: session.lastUse)
    order.add(id, of: session.client, bytes: session.bytes, rank: session.evictionRank)
  }

  private mutating func drop(_ id: StoredSession.ID) -> MemorySession? {
    guard let session = sessions.removeValue(forKey: id) else { return nil }
    disown(id, of: session.owner)
    order.remove(id) { [sessions] in sessions[$0]?.evictionRank }
    ages.compact(count: sessions.count) { [sessions] in sessions[$0]?.lastUse }
    return session
  }

  private mutating func own(_ id: StoredSession.ID, by owner: StoredSession.Owner?) {
    if let owner { owned[owner, default: []].insert(id) }
  }

  private mutating func disown(_ id: StoredSession.ID, of owner: StoredSession.Owner?) {
    guard let owner else { return }
    owned[owner]?.remove(id)
    if owned[owner]?.isEmpty == true { owned[owner] = nil }
  }

  private mutating func evict(
    beyond limits: SessionLimits, keeping id: StoredSession.ID
  ) -> [StoredSession.ID] {
    var evicted: [StoredSession.ID] = []
    while sessions.count > limits.sessions || bytes > limits.bytes,
      let next = next(isCount: sessions.count > limits.sessions, limits, keeping: id)
    {
      _ = drop(next)
      evicted.append(next)
    }
    return evicted
  }

  private mutating func next(
    isCount: Bool, _ limits: SessionLimits, keeping id: StoredSession.ID
  ) -> StoredSession.ID? {
    order.next(
      beyond: isCount ? .count(limits.sessionsPerClient) : .bytes(limits.bytesPerClient),
      keeping: { $0 == id }, rank: { [sessions] in sessions[$0]?.evictionRank })
  }
}

extension MemorySession {
  fileprivate var evictionRank: EvictionRank<SessionTime> {
    EvictionRank(isEstablished: isEstablished, lastUse: lastUse)
  }

  fileprivate static func new(for transaction: SessionTransaction) -> MemorySession {
    MemorySession(lastUse: transaction.time, client: transaction.client)
  }
}
