import CairnTesting
import RedisServers
import Synchronization

/// Sends requests to servers whose connections to Redis fail now and then.
///
/// As people do, it repeats a request that was rejected with 503. The browser only gets the last response.
final class LinkOutageTransport: BrowserTransport {
  private let sender: RepeatingSender
  private let link: FaultyLink
  private let schedule: Mutex<OutageSchedule<LinkOutage>>

  /// - Parameters:
  ///   - sender: Sends the requests.
  ///   - link: The connections between the servers and Redis.
  ///   - schedule: Determines when and where they fail.
  init(_ sender: RepeatingSender, over link: FaultyLink, _ schedule: OutageSchedule<LinkOutage>) {
    self.sender = sender
    self.link = link
    self.schedule = Mutex(schedule)
  }

  /// The number of failures of connections.
  var outages: Int { schedule.withLock(\.count) }

  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    guard let (outage, place) = nextOutage() else { return try await sender.answer(to: request) }
    switch outage {
    case .cutBefore:
      link.cut()
      return try await sender.answer(to: request)
    case .cutInRequests:
      link.fail(.cut, at: place, of: .requests)
      return try await sender.answer(to: request)
    case .cutInReplies:
      link.fail(.cut, at: place, of: .replies)
      return try await sender.answer(to: request)
    case .loseRequests:
      let early = try await answerSoon(to: request, holding: .requests, at: place)
      link.cutHeld()
      if let early { return early }
      return try await sender.answer(to: request)
    case .loseReplies:
      let early = try await answerSoon(to: request, holding: .replies, at: place)
      link.cutHeld()
      if let early { return early }
      return try await sender.answer(to: request)
    case .delayRequests:
      let early = try await answerSoon(to: request, holding: .requests, at: place)
      link.release()
      if let early { return early }
      return try await sender.answer(to: request)
    case .delayRequestsLonger:
      let early = try await answerSoon(to: request, holding: .requests, at: place)
      defer { link.release() }
      if let early { return early }
      return try await sender.answer(to: request)
    }
  }

  /// Sends a request while a connection holds the bytes from a place on. Returns the response, or `nil` if it's 503.
  private func answerSoon(
    to request: BrowserRequest, holding direction: FaultyLink.Direction, at place: FaultyLink.Place
  ) async throws -> BrowserResponse? {
    await sender.store.connectHasty()
    link.removeFaults()
    link.fail(.hold, at: place, of: direction)
    defer { link.removeFaults() }
    return try await sender.answerSoon(to: request)
  }

  /// Picks a failure for the next request, or none. Its place is often the next byte, and otherwise in the middle of
  /// what a request to a server leads to.
  private func nextOutage() -> (LinkOutage, FaultyLink.Place)? {
    schedule.withLock { schedule in
      schedule.next().map { outage in
        let isNext = Bool.random(using: &schedule.random)
        return (
          outage, .byte(isNext ? 0 : Int.random(in: 1..<2000, using: &schedule.random))
        )
      }
    }
  }
}
