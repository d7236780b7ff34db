import CMicroHTTPD
import Logging
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A connection, and the request that it is busy with; the same object serves them one after
/// another.
///
/// libmicrohttpd calls in three steps: with the head, with each piece of the body, and at the end.
/// A response that is queued in the first step ends the connection, which is right for what is not
/// to be read further.
///
/// Not Sendable: it is used on the daemon's thread alone.
final class Exchange {
  enum Phase {
    case head
    /// The body is kept as it is.
    case body([UInt8])
    /// The body is a form, which is read as it arrives.
    case form(any FormReader)
    case ignored
    /// Everything is read, or nothing came; answer by this.
    case refused(HTTPStatus)
    /// The same of a request with a body, after which the connection is closed.
    case refusedWithBody(HTTPStatus)
    /// The responder has refused what the head says; the body is read past.
    case answered(HTTPResponse)
    case waiting(PendingReply)
  }

  let daemon: Daemon
  let connection: ConnectionPointer
  let clock: ConnectionClock
  var storage = RequestStorage()
  var phase = Phase.head
  /// Where the target was sent, and how many bytes it has.
  var target: (start: UInt, length: Int) = (0, 0)
  var hasReadableTarget = false
  /// Whether the target ends where libmicrohttpd takes it to end.
  var isTargetOneWord = false
  /// Whether a request has begun, and hasn't ended.
  var hasBegun = false
  /// Whether a request has begun of which the head was not read yet.
  var isReadingHead = false
  /// How often ``ConnectionPointer/shadowCookies()`` has added its field to the request.
  var shadows = 0
  /// The bytes of the connection's earlier requests.
  var consumed = 0
  /// Whether the request has been answered instead of libmicrohttpd, which is about to reject it.
  var isAnsweredAhead = false
  /// Whether the daemon counts the request as one in flight.
  var isCounted = false
  /// The bytes of the body that have arrived, and those that are kept of request and answer.
  var received = 0
  var kept = 0
  var record: ExchangeRecord?
  /// Whether a stream has taken the connection over.
  var isHandedOver = false

  init(daemon: Daemon, connection: ConnectionPointer) {
    self.daemon = daemon
    self.connection = connection
    clock = ConnectionClock(
      descriptor: cairn_connection_socket(connection.raw),
      counted: daemon.addresses.group(of: connection.peer()), now: ConnectionClock.now)
  }

  /// Begins a request, when its first line has arrived.
  func begin(target: UnsafeMutableBufferPointer<UInt8>) {
    // Whoever kept the last request keeps its storage as well.
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
    // libmicrohttpd would take the query apart, and the cookies: 64 bytes of the connection's memory for
    // each item, and where that is too little there is no answer. A zero behind the `?` ends the query.
    if let mark = target.firstIndex(of: UInt8(ascii: "?")), mark + 1 < target.count {
      target[mark + 1] = 0
    }
    shadows = connection.shadowCookies() ? 1 : 0
    if daemon.headReading == .memory, shadows > 0 { moveLengthWhitespace() }
  }

  /// Lets libmicrohttpd 0.9.75 read a length with whitespace after it. If the head arrives in pieces, it doesn't.
  private func moveLengthWhitespace() {
    // A GET has no body. Its method is before the target. The connection's memory begins with a page.
    guard let start = UnsafeMutablePointer<CChar>(bitPattern: target.start),
      target.start % Self.pageSize < 4 || strncmp(start - 4, "GET", 4) != 0
    else { return }
    let version = start + target.length + 1
    guard version[-1] == 0, strncmp(version, "HTTP/1.", 7) == 0, version[8] == 0, version[9] == 0
    else { return }
    LengthField.moveWhitespace(in: version + 10)
  }

  /// Ends the request: its memory is about to be used for the next one.
  /// - Parameter isComplete: Whether all of its answer was sent.
  func end(isComplete: Bool) {
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
      // Not when the next request comes: that may be never.
      storage.files = []
    } else {
      storage.detach()
    }
    guard isCounted else { return }
    isCounted = false
    daemon.idle.end()
  }

  /// Takes the next step; no is to close the connection.
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
