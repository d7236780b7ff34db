import CairnSessions

/// A command that waits for its reply.
struct Operation: Sendable {
  enum Command: Sendable {
    /// A command with all its arguments.
    case plain(RedisArguments)
    /// A script with its key and its other arguments.
    case script(Script, key: [UInt8], RedisArguments)
  }

  /// A phrase for messages, such as "commit a transaction".
  let name: String
  let command: Command
  /// The slot of the command's key. A cluster determines the node by it.
  let slot: Int
  /// Whether the command changes data, so that replicas have to confirm it.
  let isWrite: Bool
  /// When the operation fails if there's no reply.
  let deadline: ContinuousClock.Instant
  /// Called on the client's thread.
  let completion: @Sendable (Result<RedisReply, SessionStoreError>) -> Void
  /// Whether the command may have been carried out without a reply, because its connection was lost.
  var isUnclear = false
  /// Whether to send the text of the script, because the node doesn't know its hash.
  var sendsText = false

  /// Returns the arguments of the command on a connection.
  ///
  /// - Parameter hashes: The hashes of all scripts.
  func arguments(hashes: [[UInt8]]) -> RedisArguments {
    switch command {
    case .plain(let arguments): return arguments
    case .script(let script, let key, let rest):
      var arguments: RedisArguments
      if sendsText {
        arguments = RedisArguments("EVAL", script.text, "1")
      } else {
        arguments = RedisArguments("EVALSHA")
        arguments.append(hashes[script.rawValue])
        arguments.append("1")
      }
      arguments.append(key)
      return arguments + rest
    }
  }
}
