import CMicroHTTPD
import Logging

/// A connection, and the request that it is busy with; the same object serves them one after
/// another.
///
/// libmicrohttpd calls in three steps: with the head, with each piece of the body, and at the end.
/// A response that is queued in the first step ends the connection, which is right for what is not
/// to be read further.
///
/// Not Sendable: it is used on the daemon's thread alone.
final class Exchange {
  private enum Phase {
    case head
    /// The body is kept, to be decoded as a form where it is one.
    case body([UInt8], isForm: Bool)
    case ignored
    /// Everything is read, or nothing came; answer by this.
    case refused(HTTPStatus)
    /// The responder has refused what the head says; the body is read past.
    case answered(HTTPResponse)
    case waiting(PendingReply)
  }

  let daemon: Daemon
  let connection: ConnectionPointer
  private var storage = RequestStorage()
  private var phase = Phase.head
  private var targetLength = 0
  private var hasReadableTarget = false
  private var received = 0
  private var bodyStart: ContinuousClock.Instant?
  private var record: ExchangeRecord?

  init(daemon: Daemon, connection: ConnectionPointer) {
    self.daemon = daemon
    self.connection = connection
  }

  /// Begins a request, when its first line has arrived.
  func begin(target: UnsafeBufferPointer<UInt8>) {
    // Whoever kept the last request keeps its storage as well.
    if !isKnownUniquelyReferenced(&storage) { storage = RequestStorage() }
    storage.attach(connection)
    phase = .head
    received = 0
    bodyStart = nil
    record = daemon.configuration.observer == nil ? nil : ExchangeRecord()
    targetLength = target.count
    let isShort = target.count <= daemon.configuration.limits.maxTargetLength
    let parsed = isShort ? RequestTarget(target) : nil
    hasReadableTarget = parsed != nil
    if let parsed { storage.target = parsed }
  }

  /// Ends the request: its memory is about to be used for the next one.
  /// - Parameter isComplete: Whether all of its answer was sent.
  func end(isComplete: Bool) {
    phase = .head
    if let record, let observer = daemon.configuration.observer {
      observer.completed(
        record.completed(HTTPRequest(storage: storage), isComplete: isComplete))
    }
    if !isKnownUniquelyReferenced(&storage) { storage.detach() }
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
    storage.method = HTTPMethod(String(cString: method))
    let configuration = daemon.configuration
    if !configuration.trustedProxies.isEmpty {
      storage.forwarding = connection.forwarding(by: configuration.trustedProxies)
    }
    let isHTTP10 = version[5] == 0x31 && version[7] == 0x30
    record?.isHTTP10 = isHTTP10
    var head = RequestHead(
      method: storage.method, targetLength: targetLength, hasReadableTarget: hasReadableTarget,
      headerSize: cairn_connection_header_size(connection.raw),
      hasHost: isHTTP10 || connection.headerBytes("Host") != nil)
    head.contentLength = connection.header("Content-Length")
    head.transferEncoding = connection.header("Transfer-Encoding")
    let announcesBody = head.contentLength != nil || head.transferEncoding != nil
    if announcesBody {
      head.contentType = connection.header("Content-Type")
      // Repeated lengths are as dangerous as a length beside a transfer coding.
      if connection.headerCount("Content-Length") > 1 { head.contentLength = "" }
    }
    switch head.verdict(
      limits: configuration.limits, methods: configuration.methods,
      rawContentTypes: configuration.rawContentTypes)
    {
    case .read(let body):
      if !storage.method.isRead,
        let refusal = daemon.responder.refusal(of: HTTPRequest(storage: storage))
      {
        phase = .answered(refusal)
      } else {
        phase = body == .none ? .ignored : .body([], isForm: body == .form)
      }
    case .refuse(let status):
      let isFramed = !announcesBody && status != .targetTooLong && status != .headerTooLarge
      guard isFramed else { return refuse(status) }
      phase = .refused(status)
    }
    return .YES
  }

  // MARK: Body

  private func readBody(_ data: UnsafePointer<CChar>, _ count: Int) -> MHD_Result {
    let limits = daemon.configuration.limits
    let now = ContinuousClock.now
    let start = bodyStart ?? now
    bodyStart = start
    guard now - start < .seconds(limits.bodyDuration) else { return .NO }

    received += count
    if received > limits.maxBodySize {
      // Only a chunked body comes to this. Its end is awaited, so that the answer is, but not for
      // ever.
      guard received <= limits.maxBodySize * 8 else { return .NO }
      phase = .refused(.contentTooLarge)
      return .YES
    }
    if case .body(var bytes, let isForm) = phase {
      // Taken out of the phase, so that it grows in place.
      phase = .ignored
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: count))
      phase = .body(bytes, isForm: isForm)
    }
    return .YES
  }

  // MARK: Answer

  private func answer() -> MHD_Result {
    switch phase {
    case .head: return .NO
    case .ignored: return respond()
    case .refused(let status): return refuse(status)
    case .answered(let response): return queue(response)
    case .waiting(let pending): return settle(pending)
    case .body(let bytes, isForm: false):
      storage.body = bytes
      return respond()
    case .body(let bytes, isForm: true):
      do throws(FormDecoder.Refusal) {
        storage.form = try FormDecoder.decode(
          bytes, of: connection, limits: daemon.configuration.limits)
      } catch {
        return refuse(error.status)
      }
      return respond()
    }
  }

  private func respond() -> MHD_Result {
    phase = .ignored
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

  private func refuse(_ status: HTTPStatus) -> MHD_Result {
    queue(errorResponse(status))
  }

  private func queue(_ response: HTTPResponse) -> MHD_Result {
    let (result, size) = daemon.queue(response, on: connection)
    record?.answer = (response.status, response.status.hasBody(for: storage.method) ? size : 0)
    return result
  }

  private func errorResponse(_ status: HTTPStatus) -> HTTPResponse {
    var response = daemon.responder.errorResponse(
      status: status, request: HTTPRequest(storage: storage))
    if response.status != status { response.status = status }
    if status == .methodNotAllowed {
      response.headers["Allow"] = daemon.configuration.methods.map(\.name).joined(separator: ", ")
    }
    return response
  }
}
