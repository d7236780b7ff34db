import CMicroHTTPD
import Logging
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A connection and its current request. One object serves all requests of the connection, one after another.
///
/// libmicrohttpd calls with the head, with each piece of the body, and at the end. A response that's queued in the
/// first of these steps closes the connection. That's correct if the rest of the request shouldn't be read.
///
/// It isn't Sendable, because it's used only on the daemon's thread.
final class Exchange {
  enum Phase {
    case head
    /// The body is stored unchanged.
    case body([UInt8])
    /// The body is a form, which is read as it arrives.
    case form(any FormReader)
    /// The body is passed on as it arrives, to a responder that may have responded already.
    case passedOn(RequestBodyPipe, PendingReply)
    case ignored
    /// The request has no unread body, and is answered with this error.
    case refused(HTTPStatus)
    /// The request has a body. It's answered with this error, and then the connection is closed.
    case refusedWithBody(HTTPStatus)
    /// The responder has rejected the request based on its head. The body is skipped.
    case answered(HTTPResponse)
    case waiting(PendingReply)
  }

  let daemon: Daemon
  let connection: ConnectionPointer
  let clock: ConnectionClock
  var storage = RequestStorage()
  var phase = Phase.head
  /// The address of the target in memory, and its number of bytes.
  var target: (start: UInt, length: Int) = (0, 0)
  var hasReadableTarget = false
  /// Whether the target ends where libmicrohttpd assumes that it ends.
  var isTargetOneWord = false
  /// Whether a request has begun and hasn't ended.
  var hasBegun = false
  /// Whether a request has begun and its head wasn't read yet.
  var isReadingHead = false
  /// How many times ``ConnectionPointer/shadowCookies()`` has added its field to the request.
  var shadows = 0
  /// The number of bytes of the connection's previous requests.
  var consumed = 0
  /// Whether the request was answered here, because libmicrohttpd is about to reject it.
  var isAnsweredAhead = false
  /// Whether the daemon counts the request as in flight.
  var isCounted = false
  /// The number of bytes of the body that have arrived, and the number of bytes in memory for the request
  /// and its response.
  var received = 0
  var kept = 0
  var record: ExchangeRecord?
  /// Whether the client uses HTTP/1.0.
  var isHTTP10 = false
  /// Whether a stream has taken over the connection.
  var isHandedOver = false
  /// The reason for which the request is rejected, if its status doesn't explain it.
  var rejection: RejectionReason?

  init(daemon: Daemon, connection: ConnectionPointer) {
    self.daemon = daemon
    self.connection = connection
    clock = ConnectionClock(
      descriptor: cairn_connection_socket(connection.raw),
      counted: daemon.addresses.group(of: connection.peer()), now: ConnectionClock.now)
  }

  /// Begins a request when its first line has arrived.
  func begin(target: UnsafeMutableBufferPointer<UInt8>) {
    // If the application has kept the last request, that request also keeps its storage.
    if !isKnownUniquelyReferenced(&storage) { storage = RequestStorage() }
    storage.attach(connection)
    phase = .head
    hasBegun = true
    isReadingHead = true
    received = 0
    record = daemon.configuration.observer == nil ? nil : ExchangeRecord()
    self.target = (UInt(bitPattern: target.baseAddress), target.count)
    let isShort = target.count <= daemon.configuration.limits.maxTargetLength
    let parsed = isShort ? RequestTarget(UnsafeBufferPointer(target)) : nil
    hasReadableTarget = parsed != nil
    isTargetOneWord = parsed != nil || !target.contains { $0 <= 0x20 }
    if let parsed { storage.target = parsed }
    // Keep libmicrohttpd from parsing the query and the cookies. It uses 64 bytes of the connection's memory for each
    // item, and doesn't respond if it has too little. A zero after the `?` ends the query.
    if let mark = target.firstIndex(of: UInt8(ascii: "?")), mark + 1 < target.count {
      target[mark + 1] = 0
    }
    shadows = connection.shadowCookies() ? 1 : 0
    if daemon.headReading == .memory, shadows > 0 { moveLengthWhitespace() }
  }

  /// Moves whitespace after a `Content-Length`, because libmicrohttpd 0.9.75 rejects it there. This has no effect on
  /// fields that arrive later.
  private func moveLengthWhitespace() {
    // A GET has no body. Its method precedes the target. The connection's memory begins with a page.
    guard let start = UnsafeMutablePointer<CChar>(bitPattern: target.start),
      target.start % Self.pageSize < 4 || strncmp(start - 4, "GET", 4) != 0
    else { return }
    let version = start + target.length + 1
    guard version[-1] == 0, strncmp(version, "HTTP/1.", 7) == 0, version[8] == 0, version[9] == 0
    else { return }
    LengthField.moveWhitespace(in: version + 10)
  }

  /// Ends the request, because its memory is about to be used for the next one.
  ///
  /// - Parameters:
  ///   - isComplete: Whether the complete response was sent.
  ///   - isTimeout: Whether the client was silent for too long.
  func end(isComplete: Bool, isTimeout: Bool = false) {
    if isHandedOver { daemon.isHandingOver = false }
    if isTimeout { clock.note(.tooSlow) }
    if let reason = clock.takeRejection() { logRejection(reason, status: nil) }
    rejection = nil
    if case .passedOn(let pipe, let pending) = phase {
      pipe.breakOff()
      daemon.pendingReplies.remove(pending)
    }
    phase = .head
    consumed += received
    hasBegun = false
    isReadingHead = false
    clock.enter(.idle)
    daemon.bytesInFlight.give(back: kept)
    kept = 0
    if let record, let observer = daemon.configuration.observer {
      observer.completed(
        record.completed(
          HTTPRequest(storage: storage), isComplete: isComplete || isHandedOver || isAnsweredAhead))
    }
    if isKnownUniquelyReferenced(&storage) {
      // Release the contents now, because there may never be another request.
      storage.releaseBody()
    } else {
      storage.detach()
      storage = RequestStorage()
    }
    guard isCounted else { return }
    isCounted = false
    daemon.idle.end()
  }

  /// Takes the next step.
  ///
  /// - Returns: `.NO` to close the connection.
  func proceed(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
    data: UnsafePointer<CChar>?, size: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    if case .head = phase { return readHead(method: method, version: version) }
    if size.pointee > 0 {
      let count = size.pointee
      size.pointee = 0
      return data.map { readBody($0, count) } ?? .NO
    }
    return answer()
  }

  static let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))
}
