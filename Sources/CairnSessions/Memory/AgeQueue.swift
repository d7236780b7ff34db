/// Finds the session that was not used for the longest time, without any work at each use.
///
/// A binary heap of the last uses that were known when a session was put in. A session that was
/// used since is put in again, with its real last use, when it comes to the front: each use is paid
/// for at most once, and only where somebody looks for the oldest.
struct AgeQueue {
  private struct Entry {
    var lastUse: SessionTime
    var id: StoredSession.ID

    func isBefore(_ other: Entry) -> Bool {
      (lastUse, id.bits) < (other.lastUse, other.id.bits)
    }
  }

  private var heap: [Entry] = []

  mutating func insert(_ id: StoredSession.ID, lastUse: SessionTime) {
    heap.append(Entry(lastUse: lastUse, id: id))
    var place = heap.count - 1
    while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes out the oldest session.
  ///
  /// - Parameters:
  ///   - bound: Only sessions that were last used before it.
  ///   - kept: A session to be passed over, which stays in the queue.
  ///   - sessions: Those that are there, with their real last uses.
  mutating func popOldest(
    before bound: SessionTime? = nil, keeping kept: StoredSession.ID? = nil,
    of sessions: [StoredSession.ID: MemorySession]
  ) -> StoredSession.ID? {
    var passedOver: Entry?
    defer { if let passedOver { insert(passedOver.id, lastUse: passedOver.lastUse) } }
    while let first = heap.first {
      if let bound, first.lastUse >= bound { return nil }
      popFirst()
      guard let lastUse = sessions[first.id]?.lastUse else { continue }
      if first.id == kept {
        passedOver = Entry(lastUse: lastUse, id: first.id)
      } else if lastUse > first.lastUse {
        insert(first.id, lastUse: lastUse)
      } else {
        return first.id
      }
    }
    return nil
  }

  /// Forgets sessions that are gone, where they have become most of the queue.
  mutating func compact(to sessions: [StoredSession.ID: MemorySession]) {
    guard heap.count > 2 * sessions.count + 64 else { return }
    var known: Set<StoredSession.ID> = []
    let entries = heap
    heap = []
    for entry in entries where known.insert(entry.id).inserted {
      if let session = sessions[entry.id] { insert(entry.id, lastUse: session.lastUse) }
    }
  }

  private mutating func popFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      if least == place { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
