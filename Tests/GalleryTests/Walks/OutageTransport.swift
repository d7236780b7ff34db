import CairnTesting
import RedisServers
import Synchronization

/// Sends requests to servers whose Redis fails now and then.
///
/// As people do, it repeats a request that was rejected with 503. The browser only gets the last response.
final class OutageTransport: BrowserTransport {
  private struct State {
    var random: SeededGenerator
    var outages = 0
    var rejections = 0
  }

  private let site: GallerySite
  private let store: OutageStore
  private let nodes: [RedisServer]
  private let interval: Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - site: The servers.
  ///   - store: The store of their sessions.
  ///   - nodes: The processes of Redis.
  ///   - interval: The mean number of requests from one failure to the next.
  ///   - seed: The seed of the failures.
  init(
    to site: GallerySite, with store: OutageStore, in nodes: [RedisServer], every interval: Int,
    seed: UInt64
  ) {
    self.site = site
    self.store = store
    self.nodes = nodes
    self.interval = interval
    state = Mutex(State(random: SeededGenerator(seed: seed)))
  }

  /// The number of failures of Redis.
  var outages: Int { state.withLock(\.outages) }

  /// The number of requests that were rejected because of a failure, and repeated.
  var rejections: Int { state.withLock(\.rejections) }

  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    guard let (outage, redis) = nextOutage() else { return try await answer(to: request) }
    switch outage {
    case .killBefore:
      try redis.restart()
      return try await answer(to: request)
    case .killDuring:
      async let response = answer(to: request)
      try redis.restart()
      return try await response
    case .down:
      redis.end()
      let early = try await answerWithoutRedis(to: request)
      try redis.restart()
      if let early { return early }
      return try await answer(to: request)
    case .pause:
      redis.pause()
      let early = try await answerWithoutRedis(to: request)
      redis.resume()
      if let early { return early }
      return try await answer(to: request)
    case .pauseDuring:
      redis.pause()
      async let response = answer(to: request)
      await Task.yield()
      redis.resume()
      return try await response
    }
  }

  /// Picks a failure for the next request, or none. All kinds of failures have their turn.
  private func nextOutage() -> (Outage, RedisServer)? {
    state.withLock { state in
      guard Int.random(in: 0..<interval, using: &state.random) == 0 else { return nil }
      let outage = Outage.allCases[state.outages % Outage.allCases.count]
      state.outages += 1
      return (outage, nodes[Int.random(in: nodes.indices, using: &state.random)])
    }
  }

  /// Sends a request, and repeats it if another server has changed its scene at the same time.
  private func answer(to request: BrowserRequest) async throws -> BrowserResponse {
    for _ in 0..<10 {
      let response = try await site.transport.send(request)
      if response.status != 503 { return response }
    }
    return try await site.transport.send(request)
  }

  /// Sends a request while Redis isn't available. Returns the response, or `nil` if it's 503.
  private func answerWithoutRedis(to request: BrowserRequest) async throws -> BrowserResponse? {
    store.giveUpSoon(true)
    defer { store.giveUpSoon(false) }
    let response = try await site.transport.send(request)
    guard response.status == 503 else { return response }
    state.withLock { $0.rejections += 1 }
    return nil
  }
}
