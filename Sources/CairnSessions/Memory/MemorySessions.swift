/// All sessions in memory, without the lock.
struct MemorySessions {
  private var sessions: [StoredSession.ID: MemorySession] = [:]
  private var ages = AgeQueue()

  var counts: (sessions: Int, scenes: Int) {
    (sessions.count, sessions.values.reduce(0) { $0 + $1.summaries.count })
  }

  subscript(id: StoredSession.ID) -> MemorySession? { sessions[id] }

  mutating func commit(_ transaction: SessionTransaction) -> CommitVerdict {
    let id = transaction.session
    if let objection = sessions[id]?.objection(to: transaction) { return objection }
    // Changed in its place, so that nothing of it is copied.
    if let evicted = sessions[id]?.apply(transaction) {
      return .committed(Evictions(scenes: evicted))
    }
    var session = MemorySession(lastUse: transaction.time)
    if let objection = session.objection(to: transaction) { return objection }
    guard transaction.storesSomething else { return .committed(Evictions()) }
    let evicted = session.apply(transaction)
    sessions[id] = session
    ages.insert(id, lastUse: transaction.time)
    let excess = sessions.count - transaction.limits.sessions
    return .committed(Evictions(scenes: evicted, sessions: evict(excess, keeping: id)))
  }

  mutating func remove(_ id: StoredSession.ID) {
    sessions[id] = nil
    ages.compact(to: sessions)
  }

  mutating func removeAll(idleSince time: SessionTime) -> [StoredSession.ID] {
    var removed: [StoredSession.ID] = []
    while let id = ages.popOldest(before: time, of: sessions) {
      sessions[id] = nil
      removed.append(id)
    }
    return removed
  }

  private mutating func evict(_ count: Int, keeping id: StoredSession.ID) -> [StoredSession.ID] {
    var evicted: [StoredSession.ID] = []
    while evicted.count < count,
      let oldest = ages.popOldest(keeping: id, of: sessions)
    {
      sessions[oldest] = nil
      evicted.append(oldest)
    }
    return evicted
  }
}
