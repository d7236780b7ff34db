/// Finds the member with the lowest rank, such as the oldest session, without any work at each use.
///
/// A binary heap of the ranks that were known when a member was put in. A member whose rank has risen
/// since is put in again, with its real rank, when it comes to the front: each use costs time at most
/// once, and only when the lowest is looked for. When a rank falls, put the member in again.
package struct RankQueue<ID: Hashable & Comparable, Rank: Comparable> {
  fileprivate struct Entry {
    var rank: Rank
    var id: ID

    func isBefore(_ other: Entry) -> Bool {
      (rank, id) < (other.rank, other.id)
    }
  }

  private var heap: [Entry] = []

  package init() {}

  package mutating func insert(_ id: ID, rank: Rank) {
    heap.append(Entry(rank: rank, id: id))
    var place = heap.count - 1
    while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// The member with the lowest rank, which stays in the queue until it has no rank any more.
  ///
  /// - Parameters:
  ///   - bound: Only members with a lower rank.
  ///   - isKept: Whether a member is passed over.
  ///   - rank: The real rank of a member; `nil` if it's gone.
  package mutating func lowest(
    before bound: Rank? = nil, keeping isKept: (ID) -> Bool = { _ in false },
    rank: (ID) -> Rank?
  ) -> ID? {
    var passedOver: [Entry] = []
    defer { for entry in passedOver { insert(entry.id, rank: entry.rank) } }
    while let first = heap.first {
      if let bound, first.rank >= bound { return nil }
      guard let real = rank(first.id) else {
        removeFirst()
        continue
      }
      if isKept(first.id) {
        removeFirst()
        passedOver.append(Entry(rank: real, id: first.id))
      } else if real > first.rank {
        removeFirst()
        insert(first.id, rank: real)
      } else {
        return first.id
      }
    }
    return nil
  }

  /// Forgets members that are gone, if they have become most of the queue.
  /// - Parameters:
  ///   - count: How many members belong in the queue.
  ///   - rank: The real rank of a member; `nil` if it's gone.
  package mutating func compact(count: Int, rank: (ID) -> Rank?) {
    guard heap.count > 2 * count + 64 else { return }
    var known: Set<ID> = []
    let entries = heap
    heap = []
    for entry in entries where known.insert(entry.id).inserted {
      if let rank = rank(entry.id) { insert(entry.id, rank: rank) }
    }
  }

  private mutating func removeFirst() {
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

extension RankQueue: Sendable where ID: Sendable, Rank: Sendable {}
extension RankQueue.Entry: Sendable where ID: Sendable, Rank: Sendable {}
