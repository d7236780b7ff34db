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
    /// The body is kept, to be decoded as a form where it is one.
    case body([UInt8], isForm: Bool)
    /// The body is read as it arrives.
    case parts(MultipartForm)
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
  private var isTargetOneWord = false
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
  private var isCounted = false
  /// The bytes of the body that have arrived, and those that are kept of request and answer.
  private var received = 0
  private var kept = 0
  var record: ExchangeRecord?
  /// Whether a stream has taken the connection over.
  private var isHandedOver = false

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

  // MARK: Head

  private func readHead(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> MHD_Result {
    isReadingHead = false
    daemon.idle.begin()
    isCounted = true
    storage.method = HTTPMethod(String(cString: method))
    let configuration = daemon.configuration
    if !configuration.trustedProxies.isEmpty {
      storage.forwarding = connection.forwarding(by: configuration.trustedProxies)
    }
    let isHTTP10 = version[5] == 0x31 && version[7] == 0x30
    record?.isHTTP10 = isHTTP10
    let size = cairn_connection_header_size(connection.raw)
    consumed += size
    let fields = scanFields(method: method, version: version, headerSize: size)
    var head = RequestHead(
      method: storage.method, targetLength: target.length, hasReadableTarget: hasReadableTarget,
      headerSize: size, fields: fields, isHTTP10: isHTTP10)
    head.leavesMemory = leavesMemory(headerSize: size, fieldCount: connection.fieldCount)
    head.isServerWide = storage.target.rawPath.hasBytes(of: "*")
    let announcesBody = fields?.announcesBody ?? true
    if announcesBody { head.contentType = connection.header("Content-Type") }
    switch head.verdict(
      limits: configuration.limits, methods: configuration.methods,
      rawContentTypes: configuration.rawContentTypes)
    {
    case .read(let body):
      if !storage.method.isRead,
        let refusal = daemon.responder.refusal(of: HTTPRequest(storage: storage))
      {
        // A client that waits before it sends the body gets the response now, instead of a "100 Continue".
        if connection.header("Expect") != nil { return queue(refusal, closing: true) }
        phase = .answered(refusal)
      } else if body == .none {
        phase = .ignored
      } else if daemon.bytesInFlight.isFull {
        return refuse(.serviceUnavailable)
      } else if body == .parts {
        guard
          let form = MultipartForm(
            contentType: head.contentType ?? "", limits: configuration.limits,
            uploads: daemon.uploads,
            client: HTTPRequest(storage: storage).clientGroup)
        else { return refuse(.badRequest) }
        phase = .parts(form)
      } else {
        var bytes: [UInt8] = []
        // What does not arrive takes no memory of this.
        bytes.reserveCapacity(min(fields?.bodySize ?? 0, configuration.limits.maxBodySize))
        phase = .body(bytes, isForm: body == .form)
      }
      if announcesBody { clock.enter(.receiving) }
    case .refuseAfterBody(let status):
      if connection.header("Expect") != nil { return refuse(status, closing: true) }
      phase = .refusedWithBody(status)
      clock.enter(.receiving)
    case .refuse(let status) where !announcesBody: phase = .refused(status)
    case .end(.headerTooLarge):
      // There may be no memory for a response of libmicrohttpd's.
      refuseAhead(.headerTooLarge)
      return .NO
    // Answered in this step the connection ends.
    case .refuse(let status), .end(let status): return refuse(status)
    }
    return .YES
  }

  /// Whether the connection has enough memory left for the header of a response after a head.
  private func leavesMemory(headerSize: Int, fieldCount: Int) -> Bool {
    // libmicrohttpd keeps at most 64 bytes for each field besides its text.
    headerSize + 64 * fieldCount <= daemon.configuration.connectionMemory - 8 * 1024
  }

  /// The fields of the head, checked as ``HeadReading`` requires; nil if they, or the line before them,
  /// aren't valid.
  private func scanFields(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, headerSize: Int
  ) -> HeadScan? {
    let start = UInt(bitPattern: method)
    let word = UnsafeRawPointer(method).assumingMemoryBound(to: UInt8.self)
    guard UnsafeBufferPointer(start: word, count: strlen(method)).allSatisfy(\.isTokenByte)
    else { return nil }
    guard isTargetOneWord, strlen(version) == 8 else { return nil }
    guard daemon.headReading == .memory else { return HeadScan(connection) }
    // The connection's memory begins with a page. Before the request line only an empty line may be,
    // for which libmicrohttpd takes any line that begins with a zero.
    guard [0, 2].contains(start % Self.pageSize) else { return nil }
    // One space between method, target and version, which a line end follows, now two zeros.
    let versionStart = target.start + UInt(target.length) + 1
    let fieldsStart = UInt(bitPattern: version) + 10
    guard target.start == start + UInt(strlen(method)) + 1,
      UInt(bitPattern: version) == versionStart, version[9] == 0,
      fieldsStart <= start + UInt(headerSize)
    else { return nil }
    let bytes = UnsafeRawPointer(version).assumingMemoryBound(to: UInt8.self) + 10
    let fields = HeadScan(
      UnsafeBufferPointer(start: bytes, count: Int(start) + headerSize - Int(fieldsStart)))
    // A zero that the client has sent may look like an end. It was none for libmicrohttpd.
    guard let fields, fields.count + shadows == connection.fieldCount else { return nil }
    return fields
  }

  // MARK: Body

  private func readBody(_ data: UnsafePointer<CChar>, _ count: Int) -> MHD_Result {
    received += count
    clock.note(received: received)
    switch phase {
    case .parts(let form):
      let size = form.size
      let refusal = form.read(UnsafeRawBufferPointer(start: data, count: count))
      let more = form.size - size
      if let refusal {
        phase = .refusedWithBody(refusal)
      } else if daemon.bytesInFlight.take(more) {
        kept += more
      } else {
        phase = .refusedWithBody(.serviceUnavailable)
      }
    case .body(var bytes, let isForm):
      // Taken out of the phase, so that it grows in place.
      phase = .ignored
      guard daemon.bytesInFlight.take(count) else {
        phase = .refusedWithBody(.serviceUnavailable)
        return .YES
      }
      kept += count
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: count))
      phase = .body(bytes, isForm: isForm)
    default: break
    }
    return .YES
  }

  // MARK: Answer

  private func answer() -> MHD_Result {
    switch phase {
    case .head: return .NO
    case .ignored: return respond()
    case .refused(let status): return refuse(status)
    case .refusedWithBody(let status): return refuse(status, closing: true)
    case .answered(let response): return queue(response, closing: received > 0)
    case .waiting(let pending): return settle(pending)
    case .parts(let form):
      guard form.isComplete else { return refuse(.badRequest, closing: true) }
      storage.form = form.fields
      storage.files = form.files
      return respond()
    case .body(let bytes, isForm: false):
      storage.body = bytes
      return respond()
    case .body(let bytes, isForm: true):
      do throws(FormRefusal) {
        storage.form = try FormDecoder.decode(
          bytes, of: connection, limits: daemon.configuration.limits)
      } catch {
        return refuse(error.status, closing: true)
      }
      return respond()
    }
  }

  private static let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))

  private func respond() -> MHD_Result {
    phase = .ignored
    clock.enter(.working)
    daemon.isResponding.store(true, ordering: .relaxed)
    defer { daemon.isResponding.store(false, ordering: .relaxed) }
    switch daemon.responder.respond(to: HTTPRequest(storage: storage)) {
    case .now(let response):
      return queue(response)
    case .later(let begin):
      let pending = PendingReply()
      begin(HTTPReply { pending.answer($0) })
      return settle(pending)
    }
  }

  private func settle(_ pending: PendingReply) -> MHD_Result {
    // A daemon that stops has answered those that were waiting, and takes no more.
    if !daemon.pendingReplies.insert(pending) {
      pending.answer(errorResponse(.serviceUnavailable))
    }
    phase = .waiting(pending)
    switch pending.deliver(to: connection) {
    case .suspended: return .YES
    case .response(let response):
      daemon.pendingReplies.remove(pending)
      return queue(response)
    case .dropped:
      daemon.pendingReplies.remove(pending)
      daemon.logger.error("A request was never answered: its reply was dropped.")
      return refuse(.internalServerError)
    }
  }

  private func refuse(_ status: HTTPStatus, closing: Bool = false) -> MHD_Result {
    queue(errorResponse(status), closing: closing)
  }

  /// Sends a response.
  /// - Parameter closing: Whether the connection ends with it, as it does where a request with a body is
  ///   refused: nobody has to agree with us where that body ends.
  private func queue(_ response: HTTPResponse, closing: Bool = false) -> MHD_Result {
    if case .stream(let stream) = response.body {
      guard storage.method == .head else { return handOver(to: stream, response) }
      stream.abandon()
    }
    guard var answer = daemon.prepare(response, for: connection, closing: closing)
    else { return .NO }
    // What is small goes into the socket at once.
    if !answer.isShared, answer.size > Self.smallAnswer {
      if daemon.bytesInFlight.take(answer.size) {
        kept += answer.size
      } else {
        guard
          let refusal = daemon.prepare(
            errorResponse(refusal(of: answer.size)), for: connection, closing: true)
        else { return .NO }
        answer = refusal
      }
    }
    clock.enter(.sending, bytes: answer.size)
    record?.answer = (
      answer.status, answer.status.hasBody(for: storage.method) ? answer.size : 0
    )
    return daemon.queue(answer, on: connection)
  }

  /// What an answer gets for which there is no room now.
  private func refusal(of size: Int) -> HTTPStatus {
    let limit = daemon.bytesInFlight.limit
    guard size > limit else { return .serviceUnavailable }
    // There will never be.
    daemon.logger.error(
      "An answer of \(size) bytes was not sent: all together may have no more than \(limit) on their way."
    )
    return .internalServerError
  }

  /// Gives the connection's socket to a stream, and ends it as one of libmicrohttpd's.
  private func handOver(to stream: HTTPStream, _ response: HTTPResponse) -> MHD_Result {
    let descriptor = fcntl(clock.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else {
      stream.abandon()
      return refuse(.serviceUnavailable, closing: true)
    }
    record?.answer = (response.status, 0)
    isHandedOver = true
    let counted = clock.counted
    if let counted { daemon.addresses.add(counted) }
    daemon.streams.insert(stream)
    stream.onEnd { [daemon] in
      if let counted { daemon.addresses.remove(counted) }
      daemon.streams.remove(stream)
    }
    stream.attach(to: descriptor, head: response.streamingHead)
    return .NO
  }

  /// The most bytes of an answer that is not counted.
  private static let smallAnswer = 16 * 1024

  func errorResponse(_ status: HTTPStatus) -> HTTPResponse {
    var response = daemon.responder.errorResponse(
      status: status, request: HTTPRequest(storage: storage))
    if response.status != status { response.status = status }
    if status == .serviceUnavailable { response.headers["Retry-After"] = "5" }
    if status == .methodNotAllowed {
      response.headers["Allow"] = daemon.configuration.methods.map(\.name).joined(separator: ", ")
    }
    return response
  }
}
