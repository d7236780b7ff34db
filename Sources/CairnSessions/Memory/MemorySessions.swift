/// All sessions in memory, without the lock.
struct MemorySessions {
  private var sessions: [StoredSession.ID: MemorySession] = [:]
  private var owned: [StoredSession.Owner: Set<StoredSession.ID>] = [:]
  private var ages = AgeQueue()
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
    let objection = (sessions[transaction.session] ?? MemorySession(lastUse: transaction.time))
      .objection(to: transaction)
    if let objection { return objection }
    if let renaming = transaction.renaming, sessions[renaming] != nil { throw .isTaken(renaming) }
    guard !isNew || transaction.storesSomething else { return .committed(Evictions()) }

    if let renaming = transaction.renaming { move(transaction.session, to: renaming) }
    let id = transaction.renaming ?? transaction.session
    if isNew { ages.insert(id, lastUse: transaction.time) }
    var evictions = Evictions(scenes: apply(transaction, to: id))
    guard transaction.storesSomething else { return .committed(evictions) }
    let limits = transaction.limits
    evictions.sessions = evict(
      beyond: isNew ? limits.sessions : .max, bytes: limits.bytes, keeping: id)
    return .committed(evictions)
  }

  mutating func remove(_ id: StoredSession.ID) {
    _ = drop(id)
    ages.compact(to: sessions)
  }

  mutating func removeAll(idleSince time: SessionTime) -> [StoredSession.ID] {
    var removed: [StoredSession.ID] = []
    while let id = ages.popOldest(before: time, of: sessions) {
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
    ages.compact(to: sessions)
    return removed.sorted { ($0.lastUse, $0.id.bits) < ($1.lastUse, $1.id.bits) }.map(\.id)
  }

  /// Makes the changes, in their place, so that nothing of the session is copied.
  private mutating func apply(
    _ transaction: SessionTransaction, to id: StoredSession.ID
  ) -> [StoredScene.Mark] {
    let before = (bytes: sessions[id]?.bytes ?? 0, owner: sessions[id]?.owner)
    let evicted = sessions[id, default: MemorySession(lastUse: transaction.time)]
      .apply(transaction)
    bytes += (sessions[id]?.bytes ?? 0) - before.bytes
    if transaction.owner != nil {
      disown(id, of: before.owner)
      own(id, by: sessions[id]?.owner)
    }
    return evicted
  }

  private mutating func move(_ id: StoredSession.ID, to new: StoredSession.ID) {
    guard let session = drop(id) else { return }
    sessions[new] = session
    bytes += session.bytes
    own(new, by: session.owner)
    ages.insert(new, lastUse: session.lastUse)
    ages.compact(to: sessions)
  }

  private mutating func drop(_ id: StoredSession.ID) -> MemorySession? {
    guard let session = sessions.removeValue(forKey: id) else { return nil }
    bytes -= session.bytes
    disown(id, of: session.owner)
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
    beyond count: Int, bytes limit: Int, keeping id: StoredSession.ID
  ) -> [StoredSession.ID] {
    var evicted: [StoredSession.ID] = []
    while sessions.count > count || bytes > limit,
      let oldest = ages.popOldest(keeping: id, of: sessions)
    {
      _ = drop(oldest)
      evicted.append(oldest)
    }
    return evicted
  }
}
