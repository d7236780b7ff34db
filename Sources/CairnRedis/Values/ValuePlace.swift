/// The place of a shared value in Redis.
///
/// Its key is a hash with the fields `r` (revision), `v` (value as JSON), and `x` (tokens of the last changes).
struct ValuePlace: Sendable {
  /// The beginning of all keys of the shard.
  let prefix: [UInt8]
  let slot: Int
  let key: [UInt8]
  let channel: [UInt8]

  /// The shard is determined by the name, in the same way on all servers.
  init(_ name: String, in shards: Shards) {
    let keys = shards.all[HashSlot.of(Array(name.utf8)) % shards.all.count]
    prefix = keys.prefix
    slot = keys.slot
    key = keys.key("value:") + name.utf8
    channel = keys.key("values:") + name.utf8
  }
}
