/// Finds the session with the lowest rank, such as the oldest, without any work at each use.
///
/// A binary heap of the ranks that were known when a session was put in. A session whose rank has risen
/// since is put in again, with its real rank, when it comes to the front: each use costs time at most
/// once, and only when the lowest is looked for. When a rank falls, put the session in again.
struct RankQueue<Rank: Comparable> {
  private struct Entry {
    var rank: Rank
    var id: StoredSession.ID

    func isBefore(_ other: Entry) -> Bool {
      (rank, id.bits) < (other.rank, other.id.bits)
    }
  }

  private var heap: [Entry] = []
  private let rank: @Sendable (MemorySession) -> Rank

  /// - Parameter rank: The rank of a session.
  init(_ rank: @escaping @Sendable (MemorySession) -> Rank) {
    self.rank = rank
  }

  mutating func insert(_ id: StoredSession.ID, _ session: MemorySession) {
    insert(id, rank: rank(session))
  }

  private mutating func insert(_ id: StoredSession.ID, rank: Rank) {
    heap.append(Entry(rank: rank, id: id))
    var place = heap.count - 1
    while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes out the session with the lowest rank.
  ///
  /// - Parameters:
  ///   - bound: Only sessions with a lower rank.
  ///   - kept: A session to be passed over, which stays in the queue.
  ///   - sessions: Those that are there, with their real ranks.
  mutating func popLowest(
    before bound: Rank? = nil, keeping kept: StoredSession.ID? = nil,
    of sessions: [StoredSession.ID: MemorySession]
  ) -> StoredSession.ID? {
    var passedOver: Entry?
    defer { if let passedOver { insert(passedOver.id, rank: passedOver.rank) } }
    while let first = heap.first {
      if let bound, first.rank >= bound { return nil }
      popFirst()
      guard let real = sessions[first.id].map(rank) else { continue }
      if first.id == kept {
        passedOver = Entry(rank: real, id: first.id)
      } else if real > first.rank {
        insert(first.id, rank: real)
      } else {
        return first.id
      }
    }
    return nil
  }

  /// Forgets sessions that are gone, if they have become most of the queue.
  /// - Parameter count: How many of the sessions belong in the queue.
  mutating func compact(to sessions: [StoredSession.ID: MemorySession], count: Int) {
    guard heap.count > 2 * count + 64 else { return }
    var known: Set<StoredSession.ID> = []
    let entries = heap
    heap = []
    for entry in entries where known.insert(entry.id).inserted {
      if let session = sessions[entry.id] { insert(entry.id, session) }
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
