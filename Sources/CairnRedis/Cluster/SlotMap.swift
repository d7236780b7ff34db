/// The nodes of a cluster with their slots.
struct SlotMap {
  private var nodes: [RedisAddress?] = Array(repeating: nil, count: HashSlot.count)

  /// Creates a map from the reply to `CLUSTER SLOTS`, or returns `nil` if it isn't one.
  ///
  /// Each element has the first and the last slot, and then the nodes, of which the first is the primary.
  ///
  /// - Parameter host: The host of the node that has replied. A node that doesn't know its own host sends an empty one.
  init?(_ reply: RedisReply, host: String) {
    guard let ranges = reply.array else { return nil }
    for range in ranges {
      guard let range = range.array, range.count >= 3,
        let first = range[0].integer, let last = range[1].integer,
        (0..<Int64(HashSlot.count)).contains(first), (first..<Int64(HashSlot.count)).contains(last),
        let primary = range[2].array, primary.count >= 2, let port = primary[1].integer
      else { return nil }
      let name = primary[0].text ?? ""
      let address = RedisAddress(host: name.isEmpty || name == "?" ? host : name, port: Int(port))
      for slot in first...last { nodes[Int(slot)] = address }
    }
  }

  subscript(slot: Int) -> RedisAddress? {
    get { nodes[slot] }
    set { nodes[slot] = newValue }
  }

  /// All primaries.
  var primaries: Set<RedisAddress> { Set(nodes.lazy.compactMap(\.self)) }
}
