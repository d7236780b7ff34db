import CairnSessions

/// The reply of ``Script/lease``.
struct LeaseReply {
  /// A lease that another server asks for.
  struct Ask {
    let scene: LeasedScene
    let server: LeaseHolderID
  }

  /// The result of a claim.
  enum Outcome: String {
    /// The server already had the lease, or its holder has passed it on.
    case held
    /// The server has taken the lease, because there was no holder.
    case taken
    /// Another server has the lease, and was asked for it.
    case asked
  }

  /// The number of the command with which the server's term in Redis has begun.
  let beginning: UInt64
  let outcome: Outcome
  /// The leases that other servers have asked this server for since the last reply.
  let asks: [Ask]

  /// The maximum number of asked leases. If there are more, the next replies contain them.
  static let maximumAsks = 100

  /// Reads a reply, or returns `nil` for a reply that the script never makes.
  init?(_ reply: RedisReply) {
    guard let parts = reply.array, parts.count >= 2,
      let beginning = parts[0].text.flatMap({ UInt64($0) }),
      let outcome = parts[1].text.flatMap({ Outcome(rawValue: $0) })
    else { return nil }
    self.beginning = beginning
    self.outcome = outcome
    asks = parts.dropFirst(2).compactMap { $0.bytes.flatMap { Ask($0) } }
  }
}

extension LeaseReply.Ask {
  /// Reads an entry of the set of asked leases, which is the session, the other server, and the ID of the scene.
  fileprivate init?(_ bytes: [UInt8]) {
    let middle = LeasedScene.sessionLength
    let end = middle + 16
    guard bytes.count > end, let scene = LeasedScene(bytes[..<middle] + bytes[end...]),
      let server = String(validating: bytes[middle..<end], as: UTF8.self),
      let bits = UInt64(server, radix: 16)
    else { return nil }
    self.init(scene: scene, server: LeaseHolderID(bits: bits))
  }
}

extension LeasedScene {
  /// The length of a session's ID in hexadecimal digits.
  fileprivate static let sessionLength = 32

  /// Reads the session and the ID of a scene.
  init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard let session = String(validating: bytes.prefix(Self.sessionLength), as: UTF8.self),
      let id = StoredSession.ID(hex: session),
      let mark = String(validating: bytes.dropFirst(Self.sessionLength), as: UTF8.self),
      let sceneID = StoredScene.Mark(mark)
    else { return nil }
    self.init(session: id, sceneID: sceneID)
  }
}
