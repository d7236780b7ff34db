import CairnSessions

extension SessionStoreError {
  /// Creates the error for an error reply. It doesn't contain the text of an unknown error, which can repeat arguments.
  init(reply text: String, operation: String, address: RedisAddress) {
    let code = text.prefix { $0 != " " }
    let what = "Redis at \(address) couldn't \(operation)"
    let (kind, reason, suggestion): (Kind, String, String) =
      switch code {
      case "OOM":
        (
          .full, "its memory is full",
          "Raise maxmemory, or lower the limits of sessions. The stored data isn't lost."
        )
      case "MISCONF":
        (
          .inaccessible, "it can't write to its disk",
          "Check the disk and the log of Redis. The stored data isn't lost."
        )
      case "NOREPLICAS":
        (
          .inaccessible, "it has fewer replicas than min-replicas-to-write",
          "Check the replicas and the network between them."
        )
      case "NOAUTH":
        (
          .inaccessible, "it requires a password",
          "Set CAIRN_REDIS_PASSWORD, and CAIRN_REDIS_USER if the user isn't the default one."
        )
      case "WRONGPASS":
        (
          .inaccessible, "the user or the password is wrong",
          "Check CAIRN_REDIS_USER and CAIRN_REDIS_PASSWORD, or the URL of the store."
        )
      case "NOPERM":
        (
          .inaccessible, "the user lacks a permission",
          "Give the user the commands and keys that the article on Redis lists."
        )
      case "LOADING":
        (.busy, "it's still loading its data", "Wait until Redis is ready.")
      case "BUSY":
        (.busy, "it's running another script", "Find the script in the log of Redis.")
      case "CLUSTERDOWN", "TRYAGAIN", "MASTERDOWN":
        (
          .inaccessible, "the cluster has no node for the session",
          "Check the cluster with `redis-cli --cluster check`."
        )
      case "WRONGTYPE":
        (
          .foreign, "another program uses the same keys",
          "Choose another database or another prefix for the keys."
        )
      case "ERR" where text.contains("SELECT") || text.contains("DB index"):
        (
          .inaccessible, "the database in the URL doesn't exist",
          "Leave the number out of the URL. A cluster has only one database."
        )
      case "ERR" where text.contains("AUTH"):
        (
          .inaccessible, "it has no password", "Remove the password, or set one with requirepass."
        )
      default: (.other, "it replied with \(code)", "Look up the code in the log of Redis.")
      }
    self.init(kind, reason: "\(what): \(reason).", recoverySuggestion: suggestion)
  }

  /// Creates the error for a connection that failed.
  init(_ failure: ConnectionFailure, address: RedisAddress) {
    self =
      failure.isProtocol
      ? SessionStoreError(
        .foreign, reason: "The server at \(address) isn't Redis: \(failure.reason).",
        recoverySuggestion: "Check the host and the port. For TLS, connect through stunnel.")
      : SessionStoreError(
        .inaccessible, reason: "Couldn't connect to Redis at \(address): \(failure.reason).",
        recoverySuggestion: "Make sure that Redis runs there and accepts connections.")
  }

  /// Returns the error for a server that doesn't reply in time.
  static func slow(_ address: RedisAddress, _ timeout: Duration) -> SessionStoreError {
    SessionStoreError(
      .busy, reason: "Redis at \(address) didn't reply within \(timeout).",
      recoverySuggestion: "Check its load with `redis-cli --latency`, and the network.")
  }

  /// Returns the error for a server that only copies its primary.
  static func replica(_ address: RedisAddress) -> SessionStoreError {
    SessionStoreError(
      .inaccessible, reason: "Redis at \(address) is a replica, which can't store anything.",
      recoverySuggestion: "Use the address of the primary, or an address that moves to it.")
  }

  /// Returns the error for a transaction that too few replicas have acknowledged.
  static func notReplicated(
    _ address: RedisAddress, _ replicas: Int, _ count: Int64
  ) -> SessionStoreError {
    SessionStoreError(
      .inaccessible,
      reason: """
        A transaction is stored by Redis at \(address), but only \(count) of \(replicas) replicas acknowledged it \
        in time.
        """,
      recoverySuggestion:
        "Check the replicas. If the request is repeated, it isn't carried out twice.")
  }

  /// Returns the error for a reply that the store doesn't understand.
  static func unexpectedReply(_ operation: String) -> SessionStoreError {
    SessionStoreError(
      .corrupt, reason: "Couldn't \(operation): the data in Redis is damaged.",
      recoverySuggestion: "Find out which program writes to keys of the session store.")
  }

  /// Adds that the transaction may be stored.
  mutating func isUnclear() {
    reason += " The transaction may be stored."
    recoverySuggestion += " If the request is repeated, it isn't carried out twice."
  }
}
