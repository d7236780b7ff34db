public import CairnSessions
public import Foundation

extension RedisSessionStore {
  /// The options of a store, which determine how it connects to Redis.
  public struct Configuration: Sendable {
    /// The user and the password. A description doesn't contain them.
    public struct Credentials: Sendable, CustomStringConvertible, CustomReflectable {
      /// The user, or `nil` for the default user.
      public var user: String?
      /// The password.
      public var password: String

      /// Creates credentials.
      public init(user: String? = nil, password: String) {
        self.user = user
        self.password = password
      }

      public var description: String { "credentials" }
      public var customMirror: Mirror { Mirror(self, children: []) }
    }

    var addresses: [RedisAddress]
    /// The user and the password, or `nil` if Redis requires no password.
    public var credentials: Credentials?
    /// The number of the database. A cluster has only the database 0.
    public var database = 0
    /// The beginning of all keys, without braces. Applications that share a database need different prefixes. The
    /// default is `cairn`.
    public var prefix = "cairn"
    /// The number of shards, from 1 to 1,024. The default is 1.
    ///
    /// A cluster can have each shard on another node. All data of a session is in one shard. All servers need the same
    /// number, and the number of a store can't be changed. See <doc:Redis#Shards>.
    public var shards = 1
    /// How long an operation can take, including reconnecting. After that, it fails. The default is 5 seconds.
    public var timeout = Duration.seconds(5)
    /// The number of connections to each server. The default is 2.
    public var connections = 2
    /// The number of replicas that must have a transaction before it's acknowledged. The default is 0.
    ///
    /// If fewer replicas acknowledge a transaction in ``replicaTimeout``, it fails, although the primary has it. If the
    /// request is repeated, the transaction isn't carried out twice.
    public var replicas = 0
    /// How long a transaction waits for replicas. The default is 1 second.
    public var replicaTimeout = Duration.seconds(1)

    /// How long a server keeps its leases of scenes after it has renewed them. A busy machine may delay the renewal, so
    /// tests use a longer time.
    package var leaseDuration = Duration.seconds(3)

    /// Creates a configuration from a URL, such as `redis://redis.internal:6379/0`.
    ///
    /// The URL has the form `redis://[[user]:password@]host[:port][,host[:port]…][/database][?shards=number]`. The scheme
    /// can also be `valkey`. Other characters than letters, digits, and `-._~` in the user and the password are
    /// percent-encoded.
    ///
    /// With several hosts, the store uses the first one that's a primary. For a cluster, they are the nodes that it asks
    /// for the others. The number of ``shards`` is from 1 to 1,024.
    ///
    /// Other users can often see a process's arguments. Pass the user and the password in the environment variables
    /// `CAIRN_REDIS_USER` and `CAIRN_REDIS_PASSWORD` instead. They take precedence over the URL.
    ///
    /// - Parameters:
    ///   - url: The URL of Redis.
    ///   - environment: The environment variables. The default is the process's environment.
    /// - Throws: A `SessionStoreError` of the kind `inaccessible` if the URL isn't valid, or its scheme is `rediss`.
    public init(
      url: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(SessionStoreError) {
      guard let parts = RedisURL(url) else { throw .url("The URL of Redis isn't valid.") }
      if parts.isEncrypted {
        throw .url(
          "The session store can't connect to Redis with TLS, which rediss:// requires.",
          """
          Run stunnel on this machine, and use redis:// with its address. The article on Redis has a configuration.
          """)
      }
      addresses = parts.addresses
      database = parts.database
      shards = parts.shards
      let user = environment["CAIRN_REDIS_USER"].flatMap { $0.isEmpty ? nil : $0 } ?? parts.user
      let password =
        environment["CAIRN_REDIS_PASSWORD"].flatMap { $0.isEmpty ? nil : $0 } ?? parts.password
      credentials = password.map { Credentials(user: user, password: $0) }
    }

    /// Whether a text is a URL of Redis, and not the path of a file.
    public static func isURL(_ text: String) -> Bool {
      RedisURL.schemes.contains { text.lowercased().hasPrefix("\($0)://") }
    }
  }
}

extension SessionStoreError {
  /// Returns the error for a URL that can't be used. It doesn't contain the URL, which may have a password.
  fileprivate static func url(
    _ reason: String,
    _ suggestion: String = """
    Use the form redis://host:port/database. For a cluster, ?shards=number can follow, with 1 to 1024.
    """
  ) -> SessionStoreError {
    SessionStoreError(.inaccessible, reason: reason, recoverySuggestion: suggestion)
  }
}
