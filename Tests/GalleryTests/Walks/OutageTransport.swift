import CairnTesting
import RedisServers
import Synchronization

/// Sends requests to servers whose Redis fails now and then.
///
/// As people do, it repeats a request that was rejected with 503. The browser only gets the last response.
final class OutageTransport: BrowserTransport {
  private let sender: RepeatingSender
  private let nodes: [RedisServer]
  private let schedule: Mutex<OutageSchedule<Outage>>

  /// - Parameters:
  ///   - sender: Sends the requests.
  ///   - nodes: The processes of Redis.
  ///   - schedule: Determines when they fail.
  init(_ sender: RepeatingSender, in nodes: [RedisServer], _ schedule: OutageSchedule<Outage>) {
    self.sender = sender
    self.nodes = nodes
    self.schedule = Mutex(schedule)
  }

  /// The number of failures of Redis.
  var outages: Int { schedule.withLock(\.count) }

  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    guard let (outage, redis) = nextOutage() else { return try await sender.answer(to: request) }
    switch outage {
    case .killBefore:
      try redis.restart()
      return try await sender.answer(to: request)
    case .killDuring:
      async let response = sender.answer(to: request)
      try redis.restart()
      return try await response
    case .down:
      redis.end()
      let early = try await sender.answerSoon(to: request)
      try redis.restart()
      if let early { return early }
      return try await sender.answer(to: request)
    case .pause:
      redis.pause()
      let early = try await sender.answerSoon(to: request)
      redis.resume()
      if let early { return early }
      return try await sender.answer(to: request)
    case .pauseDuring:
      redis.pause()
      async let response = sender.answer(to: request)
      await Task.yield()
      redis.resume()
      return try await response
    }
  }

  /// Picks a failure for the next request, or none.
  private func nextOutage() -> (Outage, RedisServer)? {
    schedule.withLock { schedule in
      schedule.next().map { outage in
        (outage, nodes[Int.random(in: nodes.indices, using: &schedule.random)])
      }
    }
  }
}
