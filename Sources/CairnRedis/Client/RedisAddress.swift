/// The address of a Redis server.
struct RedisAddress: Hashable, Sendable, CustomStringConvertible {
  var host: String
  var port: Int

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  static let defaultPort = 6379
}
