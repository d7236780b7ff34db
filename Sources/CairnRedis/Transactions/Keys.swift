import CairnSessions

/// The keys of a shard in Redis.
///
/// All keys begin with the configured prefix and a hash tag with the number of the shard, for example `cairn:{0}:`, so a
/// cluster keeps them on one node. A session has up to three keys:
///
/// - `session:ID` is a hash with all data of the session. The ID is 32 hexadecimal digits. Its fields are:
///   - `t` (last use in microseconds since 1970), `b` (size in bytes), `c` (client), `o` (owner), and `e` (1 if it's
///     established)
///   - `vr` and `v` (revision and payload of the values)
///   - `m` and the ID of a scene (its revision and last use), and `p` and the ID of a scene (its payload)
///   - `r` and the ID of a scene (the server that has its lease)
///   - `a` and a nonce and digest (8 bytes for the time of issue, and the answer)
///   - `h` (the latest time of issue of the forgotten submissions)
///   - `n` (the version, which is the number of transactions that have changed the session)
///   - `x` (the tokens of the last 16 transactions, each with its version)
/// - `session:ID:scenes` is a sorted set of the IDs of its scenes by last use.
/// - `session:ID:answers` is a sorted set of its submissions. Each is the time of issue, the nonce, and the digest.
///   Their scores are equal, so Redis sorts them by their bytes.
///
/// The other keys are indexes of the shard:
///
/// - `sessions` is a sorted set of the sessions in the order of eviction. The score is the last use, plus 2^52 if the
///   session is established.
/// - `bytes` is the total size of the sessions.
/// - `clients` and `clients:bytes` are sorted sets of the clients by the number and size of their sessions.
/// - `client:CLIENT` is a sorted set of the client's sessions, like `sessions`.
/// - `owner:OWNER` is a sorted set of the owner's sessions by last use.
/// - `version`, which only the first shard has, is the ``Layout`` of the store. `confirmation` is written to let replicas
///   confirm earlier writes.
///
/// The channel `changes:ID` announces the changes of a session. See `SessionAnnouncement.init(text:)`.
///
/// No key of a session or an index has an expiration. Otherwise, Redis could delete a part of a session, even with a
/// `maxmemory-policy` such as `volatile-lru`. Idle sessions are removed through the index.
///
/// Two keys of each server that runs scenes have an expiration. ``Script/lease`` uses them:
///
/// - `server:ID` shows that the server has its leases. Its value is the number of the command that has created it. It's
///   also the name of the channel on which the server is notified.
/// - `server:ID:asked` is a set of the leases that other servers ask the server for. Each is the session, the other
///   server, and the ID of the scene.
struct Keys: Sendable {
  /// The beginning of all keys.
  let prefix: [UInt8]
  /// The slot of all keys.
  let slot: Int

  /// The version of the layout.
  static let version = 1

  init(prefix: String, shard: Int) {
    self.prefix = Array("\(prefix):{\(shard)}:".utf8)
    slot = HashSlot.of(self.prefix)
  }

  func key(_ name: String) -> [UInt8] { prefix + name.utf8 }

  func record(_ session: StoredSession.ID) -> [UInt8] { key("session:") + session.hex }

  /// Returns the channel on which the scripts announce the changes of a session.
  func channel(_ session: StoredSession.ID) -> [UInt8] { key("changes:") + session.hex }

  func server(_ id: LeaseHolderID) -> [UInt8] { key("server:\(id)") }
}

extension StoredSession.ID {
  /// The ID as 32 hexadecimal digits.
  var hex: [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  /// Creates an ID from 32 hexadecimal digits, or returns `nil` for any other text.
  init?(hex text: String) {
    guard text.utf8.count == 32, let bits = UInt128(text, radix: 16) else { return nil }
    self.init(bits: bits)
  }
}

extension StoredSubmission {
  /// The bytes that identify the submission in its session.
  var identity: [UInt8] { nonce.bigEndianBytes + digest.bytes }

  /// The time of issue as 8 bytes in big-endian order, which sort like the number.
  var issuedBytes: [UInt8] { withUnsafeBytes(of: issued.bigEndian) { Array($0) } }
}
