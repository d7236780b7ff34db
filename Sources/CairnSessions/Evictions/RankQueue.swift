/// A queue that finds the member with the lowest rank, such as the oldest session, without any work at each use.
///
/// It's a binary heap of the ranks that members had when they were inserted. If a member's rank has risen since then,
/// the member is inserted again with its current rank when it reaches the front. Uses therefore cost time only when the
/// lowest member is requested, and each at most once. If a member's rank falls, insert the member again.
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

  /// Returns the member with the lowest rank. The member stays in the queue until it no longer has a rank.
  ///
  /// - Parameters:
  ///   - bound: If set, only members with a lower rank are considered.
  ///   - isKept: Returns whether to skip a member.
  ///   - rank: Returns the current rank of a member, or `nil` if the member was removed.
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

  /// Drops entries of removed members if they make up most of the queue.
  ///
  /// - Parameters:
  ///   - count: The number of members that belong in the queue.
  ///   - rank: Returns the current rank of a member, or `nil` if the member was removed.
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
