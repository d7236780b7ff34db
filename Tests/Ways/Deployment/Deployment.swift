import CairnRedis
import CairnSessions
import CairnTesting
import RedisServers

/// nginx in front of the servers of a flow, with the configuration from the article, and their sessions in Redis.
///
/// The servers share one store, so no server has leases.
final class Deployment: Sendable {
  let nginx: Nginx
  /// The sessions in Redis, or `nil` if the flow has a store of its own.
  var sessions: (any SessionStore)? { store }
  private let store: RedisSessionStore?
  private let redis: RedisServer?

  init(_ ports: [ReservedPort], hasRedis: Bool) throws {
    if hasRedis {
      let redis = try RedisServer("--appendonly", "yes")
      var configuration = try RedisSessionStore.Configuration(url: redis.url, environment: [:])
      configuration.timeout = .seconds(60)
      store = try RedisSessionStore(configuration: configuration)
      self.redis = redis
    } else {
      (redis, store) = (nil, nil)
    }
    nginx = try Nginx(balancing: ports.map { Int($0.number) })
  }

  func close() async { await store?.close() }

  /// The numbers of sessions and scenes in Redis, or `nil` if the sessions aren't there.
  var counts: (sessions: Int, scenes: Int)? {
    let script = """
      local count = 0
      for _, key in ipairs(redis.call('KEYS', 'cairn:{0}:session:*:scenes')) do
        count = count + redis.call('ZCARD', key)
      end
      return count
      """
    guard let redis,
      let sessions = try? Int(redis.command("ZCARD", "cairn:{0}:sessions")),
      let scenes = try? Int(redis.command("EVAL", script, "0"))
    else { return nil }
    return (sessions, scenes)
  }
}
