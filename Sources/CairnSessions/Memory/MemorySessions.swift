/// All sessions in memory, without the lock.
struct MemorySessions {
  private var sessions: [StoredSession.ID: MemorySession] = [:]
  private var ages = AgeQueue()
  /// What all sessions count, by `SessionLimits`.
  private(set) var bytes = 0

  var counts: (sessions: Int, scenes: Int) {
    (sessions.count, sessions.values.reduce(0) { $0 + $1.summaries.count })
  }

  subscript(id: StoredSession.ID) -> MemorySession? { sessions[id] }

  mutating func commit(_ transaction: SessionTransaction) -> CommitVerdict {
    let id = transaction.session
    let lastUse = sessions[id]?.lastUse
    let objection = (sessions[id] ?? MemorySession(lastUse: transaction.time))
      .objection(to: transaction)
    if let objection { return objection }
    let isNew = lastUse == nil
    guard !isNew || transaction.storesSomething else { return .committed(Evictions()) }
    if isNew { ages.insert(id, lastUse: transaction.time) }
    var evictions = Evictions(scenes: apply(transaction, to: id))
    guard transaction.storesSomething else { return .committed(evictions) }
    let limits = transaction.limits
    evictions.sessions = evict(
      beyond: isNew ? limits.sessions : .max, bytes: limits.bytes, keeping: id)
    return .committed(evictions)
  }

  mutating func remove(_ id: StoredSession.ID) {
    drop(id)
    ages.compact(to: sessions)
  }

  mutating func removeAll(idleSince time: SessionTime) -> [StoredSession.ID] {
    var removed: [StoredSession.ID] = []
    while let id = ages.popOldest(before: time, of: sessions) {
      drop(id)
      removed.append(id)
    }
    return removed
  }

  /// Makes the changes, in their place, so that nothing of the session is copied.
  private mutating func apply(
    _ transaction: SessionTransaction, to id: StoredSession.ID
  ) -> [StoredScene.Mark] {
    let before = sessions[id]?.bytes ?? 0
    defer { bytes += (sessions[id]?.bytes ?? 0) - before }
    return sessions[id, default: MemorySession(lastUse: transaction.time)].apply(transaction)
  }

  private mutating func drop(_ id: StoredSession.ID) {
    bytes -= sessions.removeValue(forKey: id)?.bytes ?? 0
  }

  private mutating func evict(
    beyond count: Int, bytes limit: Int, keeping id: StoredSession.ID
  ) -> [StoredSession.ID] {
    var evicted: [StoredSession.ID] = []
    while sessions.count > count || bytes > limit,
      let oldest = ages.popOldest(keeping: id, of: sessions)
    {
      drop(oldest)
      evicted.append(oldest)
    }
    return evicted
  }
}
