/// What each client holds of something that has a limit, such as sessions, and what is evicted first. ``SessionLimits``
/// describes the order.
///
/// It finds the next one, and evicts nothing by itself.
package struct EvictionOrder<ID: Hashable & Comparable, Rank: Comparable> {
  /// What there is too much of, and a client's share of it.
  package enum Share {
    case count(Int)
    case bytes(Int)
  }

  fileprivate struct Member {
    let client: StoredSession.Client?
    var bytes: Int
  }

  fileprivate struct Client {
    var count = 0
    var bytes = 0
    var queue = RankQueue<ID, Rank>()
  }

  private var members: [ID: Member] = [:]
  private var clients: [StoredSession.Client: Client] = [:]
  private var all = RankQueue<ID, Rank>()
  /// The bytes of all members.
  package private(set) var bytes = 0

  package init() {}

  /// The number of members.
  package var count: Int { members.count }

  /// Adds a member. One without a client is evicted only for being the first of all.
  package mutating func add(
    _ id: ID, of client: StoredSession.Client?, bytes: Int = 0, rank: Rank
  ) {
    members[id] = Member(client: client, bytes: bytes)
    self.bytes += bytes
    all.insert(id, rank: rank)
    guard let client else { return }
    clients[client, default: Client()].count += 1
    clients[client]?.bytes += bytes
    clients[client]?.queue.insert(id, rank: rank)
  }

  /// Notes that the rank of a member has fallen.
  /// - Parameter rank: The real rank of a member; `nil` if it's gone.
  package mutating func lower(_ id: ID, to lowered: Rank, rank: (ID) -> Rank?) {
    guard let member = members[id] else { return }
    all.insert(id, rank: lowered)
    if let client = member.client { clients[client]?.queue.insert(id, rank: lowered) }
    compact(member.client, rank)
  }

  /// Notes how many bytes a member has; answers whether they are more than before.
  @discardableResult
  package mutating func resize(_ id: ID, to bytes: Int) -> Bool {
    guard let member = members[id] else { return false }
    let growth = bytes - member.bytes
    members[id]?.bytes = bytes
    self.bytes += growth
    if let client = member.client { clients[client]?.bytes += growth }
    return growth > 0
  }

  /// Removes a member, if it is one.
  /// - Parameter rank: The real rank of a member; `nil` if it's gone.
  package mutating func remove(_ id: ID, rank: (ID) -> Rank?) {
    guard let member = members.removeValue(forKey: id) else { return }
    bytes -= member.bytes
    if let client = member.client, let count = clients[client]?.count {
      clients[client]?.count = count - 1
      clients[client]?.bytes -= member.bytes
      if count == 1 { clients[client] = nil }
    }
    compact(member.client, rank)
  }

  private mutating func compact(_ client: StoredSession.Client?, _ rank: (ID) -> Rank?) {
    all.compact(count: members.count, rank: rank)
    guard let client, let count = clients[client]?.count else { return }
    let members = members
    clients[client]?.queue.compact(count: count) { members[$0]?.client == client ? rank($0) : nil }
  }

  /// The member to be evicted next: the first of the client that has the most, if that's more than its share, or else
  /// the first of all. `nil` if all are kept.
  ///
  /// - Parameters:
  ///   - bound: Only members with a lower rank.
  ///   - isKept: Whether a member must stay.
  ///   - rank: The real rank of a member; `nil` if it's gone.
  package mutating func next(
    beyond share: Share, before bound: Rank? = nil, keeping isKept: (ID) -> Bool,
    rank: (ID) -> Rank?
  ) -> ID? {
    let members = members
    for client in clients(beyond: share) {
      // An ID that was this client's may have come back from another one.
      let id = clients[client]?.queue.lowest(before: bound, keeping: isKept) {
        members[$0]?.client == client ? rank($0) : nil
      }
      if let id { return id }
    }
    return all.lowest(before: bound, keeping: isKept, rank: rank)
  }

  /// The clients that have more than their share, those with the most first.
  private func clients(beyond share: Share) -> [StoredSession.Client] {
    var beyond: [(use: Int, client: StoredSession.Client)] = []
    for (client, held) in clients {
      switch share {
      case .count(let most): if held.count > most { beyond.append((held.count, client)) }
      case .bytes(let most): if held.bytes > most { beyond.append((held.bytes, client)) }
      }
    }
    return beyond.sorted { ($0.use, $0.client.bits) > ($1.use, $1.client.bits) }.map(\.client)
  }
}

extension EvictionOrder: Sendable where ID: Sendable, Rank: Sendable {}
extension EvictionOrder.Client: Sendable where ID: Sendable, Rank: Sendable {}
extension EvictionOrder.Member: Sendable where ID: Sendable, Rank: Sendable {}
