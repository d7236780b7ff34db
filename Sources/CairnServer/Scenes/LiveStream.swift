import CairnHTTP
import CairnSecurity
import Dispatch
import Synchronization

/// The stream of Server-Sent Events of a browser, over which its scenes say what has changed by itself.
///
/// An event is the mark of a scene, and in the lines behind it a patch; without one the page has to be asked for.
/// A browser has one however many tabs it has; see `tabs.js`.
final class LiveStream: Sendable {
  /// Who has asked for it.
  let visitor: Visitor
  /// From where; nil where that is unknown.
  let client: AddressGroup?
  let body: HTTPStream

  /// Where it is asked for. The tilde keeps it apart from the places of applications.
  static let path = "/~live"

  /// - Parameter onEnd: Called once when nobody reads it any more.
  init(
    _ visitor: Visitor, from client: AddressGroup?, onEnd: @escaping @Sendable (LiveStream) -> Void
  ) {
    self.visitor = visitor
    self.client = client
    body = HTTPStream(limit: 128 * 1024)
    // It holds itself until then, as its connection does.
    body.onEnd { onEnd(self) }
  }

  var response: HTTPResponse { Self.response(.stream(body)) }

  /// The answer to a browser whose session is not known any more: its pages ask for what they are now, as they do
  /// whenever a stream begins, and have another session with that.
  static var ofNobody: HTTPResponse { response(.bytes(alive)) }

  private static func response(_ body: HTTPBody) -> HTTPResponse {
    var headers = HTTPHeaders(SecurityHeaders.page)
    headers["Cache-Control"] = "no-store"
    headers.append("Content-Type", "text/event-stream")
    // nginx would keep it until there is more.
    headers.append("X-Accel-Buffering", "no")
    return HTTPResponse(headers: headers, body: body)
  }

  /// Says that a scene's page has to be asked for.
  func send(staleSceneWith mark: String) {
    body.send(Array("data: \(mark)\n\n".utf8))
  }

  /// Says what has changed of a scene's page, or where no event can, that it has to be asked for.
  func send(_ patch: UnsafeRawBufferPointer, of mark: String) {
    guard let event = Self.event(patch, of: mark) else { return send(staleSceneWith: mark) }
    body.send(event)
  }

  /// The event that says what has changed of a scene's page; nil where the page has what stands for a NUL.
  static func event(_ patch: UnsafeRawBufferPointer, of mark: String) -> [UInt8]? {
    var event = Array("data: \(mark)\ndata: ".utf8)
    event.reserveCapacity(event.count + patch.count + 64)
    var isAfterReturn = false
    for byte in patch {
      switch byte {
      // A line end is one of the event's, whichever it is.
      case UInt8(ascii: "\r"): event += "\ndata: ".utf8
      case UInt8(ascii: "\n"): if !isAfterReturn { event += "\ndata: ".utf8 }
      // Firefox leaves NULs of events out.
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

  /// Says that the stream is alive. Whoever does not read it any more is found out by that.
  func beat() { body.send(Self.alive) }

  private static let alive = Array("event: beat\ndata:\n\n".utf8)
}

/// The streams of all browsers.
final class LiveStreams: Sendable {
  private struct State {
    var count = 0
    /// Those of each client, the latest last.
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
  /// How long a stream is silent at most.
  let pause: Duration

  /// - Parameters:
  ///   - limit: The most streams.
  ///   - pause: How long a stream is silent at most.
  init(limit: Int, pause: Duration) {
    self.limit = limit
    self.pause = pause
  }

  /// How many there are.
  var count: Int { state.withLock(\.count) }

  /// Takes a stream in; false where there are too many.
  ///
  /// Then who has the most gives its oldest up, where the newcomer has fewer: no client can keep all.
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

  /// Says of each that it is alive.
  func beat() {
    for stream in state.withLock({ $0.streams.values.flatMap(\.self) }) { stream.beat() }
  }
}
