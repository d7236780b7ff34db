import CairnSessions

/// The shards of a store, each of which has keys with a hash tag of its own.
///
/// A session belongs to the shard that its `StoredSession.ID.shardKey` determines. It stays there when it gets another ID.
struct Shards: Sendable {
  /// The keys of each shard.
  let all: [Keys]

  /// The possible numbers of shards.
  static let counts = 1...1024

  init(prefix: String, count: Int) {
    all = (0..<count).map { Keys(prefix: prefix, shard: $0) }
  }

  /// The keys of the shard of a session.
  subscript(session: StoredSession.ID) -> Keys { all[index(of: session)] }

  /// Returns the error for a transaction that would move its session to another shard, or `nil` for any other transaction.
  func refusal(of transaction: SessionTransaction) -> SessionStoreError? {
    guard let id = transaction.renaming, index(of: id) != index(of: transaction.session) else {
      return nil
    }
    return .invalid(
      """
      The new ID \(id) of session \(transaction.session) belongs to another shard, because its last two bytes differ.
      """)
  }

  /// Returns the number of the shard of a session.
  func index(of session: StoredSession.ID) -> Int { Int(session.shardKey) % all.count }
}
