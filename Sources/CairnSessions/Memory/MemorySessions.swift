/// All sessions in memory, without the lock.
struct MemorySessions {
  private var sessions: [StoredSession.ID: MemorySession] = [:]
  private var owned: [StoredSession.Owner: Set<StoredSession.ID>] = [:]
  private var ages = RankQueue(\.lastUse)
  private var standings = RankQueue(\.standing)
  private var clients = MemoryClients()
  /// What all sessions count, by `SessionLimits`.
  private(set) var bytes = 0

  var counts: (sessions: Int, scenes: Int) {
    (sessions.count, sessions.values.reduce(0) { $0 + $1.summaries.count })
  }

  subscript(id: StoredSession.ID) -> MemorySession? { sessions[id] }

  mutating func commit(
    _ transaction: SessionTransaction
  ) throws(SessionStoreError) -> CommitVerdict {
    let isNew = sessions[transaction.session] == nil
    let objection = (sessions[transaction.session] ?? .new(for: transaction)).objection(
      to: transaction)
    if let objection { return objection }
    if let renaming = transaction.renaming, sessions[renaming] != nil { throw .isTaken(renaming) }
    guard !isNew || transaction.storesSomething else { return .committed(Evictions()) }

    if let renaming = transaction.renaming { move(transaction.session, to: renaming) }
    let id = transaction.renaming ?? transaction.session
    if isNew { add(id, .new(for: transaction)) }
    var evictions = Evictions(scenes: apply(transaction, to: id))
    guard transaction.storesSomething else { return .committed(evictions) }
    var limits = transaction.limits
    if !isNew { limits.sessions = .max }
    evictions.sessions = evict(beyond: limits, keeping: id)
    return .committed(evictions)
  }

  mutating func remove(_ id: StoredSession.ID) {
    _ = drop(id)
  }

  mutating func limitLastUses(to time: SessionTime) {
    for (id, session) in sessions where session.lastUse > time {
      sessions[id]?.limitLastUse(to: time)
      guard let session = sessions[id] else { continue }
      ages.insert(id, session)
      standings.insert(id, session)
      clients.insert(id, session)
    }
  }

  mutating func removeAll(idleSince time: SessionTime) -> [StoredSession.ID] {
    var removed: [StoredSession.ID] = []
    while let id = ages.popLowest(before: time, of: sessions) {
      _ = drop(id)
      removed.append(id)
    }
    return removed
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

  /// Makes the changes, in their place, so that nothing of the session is copied.
  private mutating func apply(
    _ transaction: SessionTransaction, to id: StoredSession.ID
  ) -> [StoredScene.Mark] {
    let before = (bytes: sessions[id]?.bytes ?? 0, owner: sessions[id]?.owner)
    let evicted = sessions[id]?.apply(transaction) ?? []
    if let session = sessions[id] {
      bytes += session.bytes - before.bytes
      clients.resize(session, by: session.bytes - before.bytes)
    }
    if transaction.owner != nil {
      disown(id, of: before.owner)
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
    bytes += session.bytes
    ages.insert(id, session)
    standings.insert(id, session)
    clients.add(id, session)
  }

  private mutating func drop(_ id: StoredSession.ID) -> MemorySession? {
    guard let session = sessions.removeValue(forKey: id) else { return nil }
    bytes -= session.bytes
    disown(id, of: session.owner)
    clients.remove(session, leaving: sessions)
    ages.compact(to: sessions, count: sessions.count)
    standings.compact(to: sessions, count: sessions.count)
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
      let next = popNext(isCount: sessions.count > limits.sessions, limits, keeping: id)
    {
      _ = drop(next)
      evicted.append(next)
    }
    return evicted
  }

  private mutating func popNext(
    isCount: Bool, _ limits: SessionLimits, keeping id: StoredSession.ID
  ) -> StoredSession.ID? {
    clients.popSurplus(isCount: isCount, limits, keeping: id, of: sessions)
      ?? standings.popLowest(keeping: id, of: sessions)
  }
}

extension MemorySession {
  fileprivate static func new(for transaction: SessionTransaction) -> MemorySession {
    MemorySession(lastUse: transaction.time, client: transaction.client)
  }
}
