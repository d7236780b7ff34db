import CairnSessions

/// The arguments of ``Script/lease``.
///
/// In this order, they are the prefix of the keys, the server, the number of the command, the duration of a term in
/// milliseconds, the operation, the session, the ID of the scene, and the other server. Arguments that the operation
/// doesn't need are empty.
enum LeaseCommand {
  /// Renews the server's term.
  case renew
  /// Claims the lease of a scene.
  case claim(LeasedScene)
  /// Passes the lease of a scene to another server.
  case release(LeasedScene, to: LeaseHolderID)
  /// Ends the server's term.
  case leave

  /// A phrase for messages.
  var name: String {
    switch self {
    case .renew: "renew the leases"
    case .claim: "claim the lease of a scene"
    case .release: "pass on the lease of a scene"
    case .leave: "end the leases"
    }
  }

  /// Whether replicas must confirm the command.
  var isWrite: Bool {
    switch self {
    case .claim, .release: true
    case .renew, .leave: false
    }
  }

  func arguments(
    of server: LeaseHolderID, number: UInt64, duration: Duration, keys: Keys
  ) -> RedisArguments {
    var arguments = RedisArguments()
    arguments.append(keys.prefix)
    arguments.append(server.description)
    arguments.append(number)
    arguments.append(Int(duration / .milliseconds(1)))
    switch self {
    case .renew: Self.append("renew", to: &arguments)
    case .claim(let scene): Self.append("claim", scene, to: &arguments)
    case .release(let scene, let other): Self.append("release", scene, other, to: &arguments)
    case .leave: Self.append("leave", to: &arguments)
    }
    return arguments
  }

  private static func append(
    _ operation: String, _ scene: LeasedScene? = nil, _ other: LeaseHolderID? = nil,
    to arguments: inout RedisArguments
  ) {
    arguments.append(operation)
    arguments.append(scene?.session.hex ?? [])
    arguments.append(scene?.sceneID.text ?? "")
    arguments.append(other?.description ?? "")
  }
}
