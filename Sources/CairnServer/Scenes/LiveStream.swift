import CairnHTTP
import CairnSecurity
import Dispatch
import Synchronization

/// A browser's stream of Server-Sent Events, which reports changes of its scenes.
///
/// An event contains the ID of a scene, and a patch in the lines after it. If there's no patch, the script requests the
/// page. A browser has one stream for all of its tabs. See `tabs.js`.
final class LiveStream: Sendable {
  /// The visitor who requested the stream.
  let visitor: Visitor
  /// The client's address, or `nil` if it's unknown.
  let client: AddressGroup?
  let body: HTTPStream

  /// The path of the stream, below the server's prefix. The tilde distinguishes it from the locations of applications.
  static let path = "/~live"

  /// - Parameter onEnd: Called once, when the browser has disconnected.
  init(
    _ visitor: Visitor, from client: AddressGroup?, onEnd: @escaping @Sendable (LiveStream) -> Void
  ) {
    self.visitor = visitor
    self.client = client
    body = HTTPStream(limit: 128 * 1024)
    // The closure retains the stream until then, as the connection does.
    body.onEnd { onEnd(self) }
  }

  var response: HTTPResponse { Self.response(.stream(body)) }

  /// The response to a browser whose session is no longer known. Its pages request their current content, as they do
  /// whenever a stream begins, and thereby get a new session.
  static var ofNobody: HTTPResponse { response(.bytes(alive)) }

  private static func response(_ body: HTTPBody) -> HTTPResponse {
    var headers = HTTPHeaders(SecurityHeaders.page)
    headers["Cache-Control"] = "no-store"
    headers.append("Content-Type", "text/event-stream")
    // Without this header, nginx would buffer events.
    headers.append("X-Accel-Buffering", "no")
    return HTTPResponse(headers: headers, body: body)
  }

  /// Sends an event that makes the browser request a scene's page.
  func send(staleSceneWith sceneID: String) {
    body.send(Array("data: \(sceneID)\n\n".utf8))
  }

  /// Sends the changes to a scene's page. If they don't fit into an event, the browser requests the page instead.
  func send(_ patch: UnsafeRawBufferPointer, of sceneID: String) {
    guard let event = Self.event(patch, of: sceneID) else { return send(staleSceneWith: sceneID) }
    body.send(event)
  }

  /// Returns the event with the changes to a scene's page, or `nil` if they contain the byte that replaces a NUL.
  static func event(_ patch: UnsafeRawBufferPointer, of sceneID: String) -> [UInt8]? {
    var event = Array("data: \(sceneID)\ndata: ".utf8)
    event.reserveCapacity(event.count + patch.count + 64)
    var isAfterReturn = false
    for byte in patch {
      switch byte {
      // Every kind of line break starts a new line of the event.
      case UInt8(ascii: "\r"): event += "\ndata: ".utf8
      case UInt8(ascii: "\n"): if !isAfterReturn { event += "\ndata: ".utf8 }
      // Firefox removes NULs from events.
      case 0: event.append(separator)
      case separator: return nil
      default: event.append(byte)
      }
      isAfterReturn = byte == UInt8(ascii: "\r")
    }
    event += "\n\n".utf8
    return event
  }

  private static let separator: UInt8 = 0x1E

  /// Sends an event that keeps the stream alive. It also reveals that a browser has disconnected.
  func beat() { body.send(Self.alive) }

  private static let alive = Array("event: beat\ndata:\n\n".utf8)
}

/// The streams of all browsers.
final class LiveStreams: Sendable {
  private struct State {
    var count = 0
    /// The streams of each client, with the latest last.
    var streams: [AddressGroup?: [LiveStream]] = [:]

    mutating func remove(_ stream: LiveStream) {
      guard let index = streams[stream.client]?.lastIndex(where: { $0 === stream }) else { return }
      streams[stream.client]?.remove(at: index)
      if streams[stream.client]?.isEmpty == true { streams[stream.client] = nil }
      count -= 1
    }
  }
  private let state = Mutex(State())
  private let limit: Int
  /// The maximum time without an event.
  let pause: Duration

  init(limit: Int, pause: Duration) {
    self.limit = limit
    self.pause = pause
  }

  /// The number of streams.
  var count: Int { state.withLock(\.count) }

  /// Adds a stream, and returns whether there was room for it.
  ///
  /// At the limit, the stream replaces the oldest stream of the client with the most streams. This requires that its
  /// own client has at least two fewer streams. One client therefore can't use all streams.
  func add(_ stream: LiveStream) -> Bool {
    let (isIn, surplus) = state.withLock { state -> (Bool, LiveStream?) in
      var surplus: LiveStream?
      if state.count >= limit {
        let own = state.streams[stream.client]?.count ?? 0
        guard let most = state.streams.max(by: { $0.value.count < $1.value.count }),
          most.value.count > own + 1
        else { return (false, nil) }
        surplus = most.value[0]
        state.remove(most.value[0])
      }
      state.streams[stream.client, default: []].append(stream)
      state.count += 1
      return (true, surplus)
    }
    surplus?.body.close()
    return isIn
  }

  func remove(_ stream: LiveStream) { state.withLock { $0.remove(stream) } }

  /// The number of moments in a drain period at which streams end.
  private static let drainSteps = 50

  /// Ends all streams at random times in the second half of a period, so that browsers don't reconnect all at once.
  ///
  /// In the first half, load balancers notice that the server isn't ready. A browser that connects to this server again
  /// must do so once more.
  func drain(for period: Duration, clock: any Clock<Duration>) async {
    guard (try? await clock.sleep(for: period / 2)) != nil else { return }
    var generator = SystemRandomNumberGenerator()
    for remaining in stride(from: Self.drainSteps, to: 0, by: -1) {
      end(oneIn: remaining, using: &generator)
      guard (try? await clock.sleep(for: period / (2 * Self.drainSteps))) != nil else { return }
    }
  }

  /// Ends each stream with a probability of one to a number.
  func end(oneIn number: Int, using generator: inout some RandomNumberGenerator) {
    for stream in state.withLock({ $0.streams.values.flatMap(\.self) })
    where Int.random(in: 0..<number, using: &generator) == 0 {
      remove(stream)
      stream.body.close()
    }
  }

  /// Sends an event on each stream that keeps it alive.
  func beat() {
    for stream in state.withLock({ $0.streams.values.flatMap(\.self) }) { stream.beat() }
  }
}
