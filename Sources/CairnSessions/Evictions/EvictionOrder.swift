/// The order in which members of a limited resource, such as sessions, are evicted.
///
/// It tracks each client's share of the resource. ``SessionLimits`` describes the order. This type only finds the next
/// member to evict, and the caller removes it.
package struct EvictionOrder<ID: Hashable & Comparable, Rank: Comparable> {
  /// The resource that exceeds its limit, with a client's share of it.
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
  /// The total number of bytes of all members.
  package private(set) var bytes = 0

  package init() {}

  /// The number of members.
  package var count: Int { members.count }

  /// Adds a member.
  ///
  /// A member without a client is evicted only if it's the first of all members.
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

  /// Records that the rank of a member has decreased.
  ///
  /// - Parameter rank: Returns the current rank of a member, or `nil` if the member was removed.
  package mutating func lower(_ id: ID, to lowered: Rank, rank: (ID) -> Rank?) {
    guard let member = members[id] else { return }
    all.insert(id, rank: lowered)
    if let client = member.client { clients[client]?.queue.insert(id, rank: lowered) }
    compact(member.client, rank)
  }

  /// Sets the number of bytes of a member.
  ///
  /// - Returns: Whether the number of bytes has increased.
  @discardableResult
  package mutating func resize(_ id: ID, to bytes: Int) -> Bool {
    guard let member = members[id] else { return false }
    let growth = bytes - member.bytes
    members[id]?.bytes = bytes
    self.bytes += growth
    if let client = member.client { clients[client]?.bytes += growth }
    return growth > 0
  }

  /// Removes a member if it exists.
  ///
  /// - Parameter rank: Returns the current rank of a member, or `nil` if the member was removed.
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

  /// Returns the member to evict next, or `nil` if all members must be kept.
  ///
  /// If any clients exceed their share, this is the first member of the largest of those clients. Otherwise, it's the
  /// first of all members.
  ///
  /// - Parameters:
  ///   - share: A client's share of the resource that exceeds its limit.
  ///   - bound: If set, only members with a lower rank are considered.
  ///   - isKept: Returns whether a member must be kept.
  ///   - rank: Returns the current rank of a member, or `nil` if the member was removed.
  package mutating func next(
    beyond share: Share, before bound: Rank? = nil, keeping isKept: (ID) -> Bool,
    rank: (ID) -> Rank?
  ) -> ID? {
    let members = members
    for client in clients(beyond: share) {
      // An ID that this client used to have may since have been added with another client.
      let id = clients[client]?.queue.lowest(before: bound, keeping: isKept) {
        members[$0]?.client == client ? rank($0) : nil
      }
      if let id { return id }
    }
    return all.lowest(before: bound, keeping: isKept, rank: rank)
  }

  /// Returns the clients that exceed their share, largest first.
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
