import CMicroHTTPD
import Logging
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

extension Exchange {
  /// Answers the request after everything was read.
  func answer() -> MHD_Result {
    switch phase {
    case .head: return .NO
    case .ignored: return respond()
    case .refused(let status): return refuse(status)
    case .refusedWithBody(let status): return refuse(status, closing: true)
    case .answered(let response): return queue(response, closing: received > 0)
    case .waiting(let pending): return settle(pending)
    case .passedOn(let pipe, let pending):
      pipe.finish()
      clock.enter(.working)
      return settle(pending)
    case .form(let form):
      if let status = form.end() { return refuse(status, closing: true) }
      storage.form = form.fields
      storage.files = form.files
      return respond()
    case .body(let bytes):
      storage.body = bytes
      return respond()
    }
  }

  private func respond() -> MHD_Result {
    phase = .ignored
    clock.enter(.working)
    daemon.isResponding.store(true, ordering: .relaxed)
    defer { daemon.isResponding.store(false, ordering: .relaxed) }
    switch daemon.responder.respond(to: HTTPRequest(storage: storage)) {
    case .now(let response):
      return queue(response)
    case .later(let promise):
      let pending = PendingReply()
      promise.whenFulfilled { pending.settle($0.map(PendingReply.Outcome.response) ?? .dropped) }
      return settle(pending)
    }
  }

  /// Passes a request to the responder before its body has arrived.
  ///
  /// - Returns: The reply if the responder has responded without waiting for anything, or `nil` otherwise.
  func respondEarly() -> PendingReply? {
    let pipe = RequestBodyPipe(memory: daemon.bytesInFlight)
    let pending = PendingReply(body: pipe)
    storage.pipe = pipe
    phase = .passedOn(pipe, pending)
    guard daemon.pendingReplies.insert(pending) else {
      pending.settle(.canceled)
      return pending
    }
    daemon.isResponding.store(true, ordering: .relaxed)
    defer { daemon.isResponding.store(false, ordering: .relaxed) }
    switch daemon.responder.respond(to: HTTPRequest(storage: storage)) {
    case .now(let response):
      pending.settle(.response(response))
      return pending
    case .later(let promise):
      promise.whenFulfilled { pending.settle($0.map(PendingReply.Outcome.response) ?? .dropped) }
      return nil
    }
  }

  /// Sends the response of a reply, or waits until there is one.
  ///
  /// - Parameter closing: Whether the connection is closed after the response.
  func settle(_ pending: PendingReply, closing: Bool = false) -> MHD_Result {
    // A daemon that's stopping has answered the waiting requests, and accepts no new ones.
    if !daemon.pendingReplies.insert(pending) { pending.settle(.canceled) }
    phase = .waiting(pending)
    guard let outcome = pending.deliver(to: connection) else { return .YES }
    daemon.pendingReplies.remove(pending)
    switch outcome {
    case .response(let response): return queue(response, closing: closing)
    case .canceled:
      rejection = .stopping
      return refuse(.serviceUnavailable, closing: closing)
    case .dropped:
      daemon.logger.error("A request got no response, because its reply was discarded.")
      return refuse(.internalServerError, closing: closing)
    }
  }

  func refuse(_ status: HTTPStatus, closing: Bool = false) -> MHD_Result {
    queue(errorResponse(status), closing: closing)
  }

  /// Sends a response.
  ///
  /// - Parameter closing: Whether the connection is closed after the response. This is the case if a request with a
  ///   body is rejected, because other software may disagree about where the body ends.
  func queue(_ response: HTTPResponse, closing: Bool = false) -> MHD_Result {
    if let reason = response.rejection { logRejection(reason, status: response.status) }
    if case .stream(let stream) = response.body {
      guard stream.claim() else {
        daemon.logger.error(
          "A streamed response was returned for more than one request. Create a response for each request."
        )
        return refuse(.internalServerError, closing: true)
      }
      guard !response.status.hasBody(for: storage.method) else {
        return handOver(to: stream, response)
      }
      stream.abandon()
    }
    guard var answer = daemon.prepare(response, for: connection, closing: closing) else {
      guard case .file = response.body else { return .NO }
      // libmicrohttpd needs its own descriptor for a file.
      rejection = .openFiles
      return refuse(.serviceUnavailable, closing: true)
    }
    // A small response is written to the socket immediately.
    if !answer.isShared, answer.size > Self.smallAnswer {
      if daemon.bytesInFlight.take(answer.size) {
        kept += answer.size
      } else {
        let status = refusal(of: answer.size)
        if status == .serviceUnavailable { logRejection(.bytesInFlight, status: status) }
        guard
          let refusal = daemon.prepare(errorResponse(status), for: connection, closing: true)
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

  /// Returns the status for a response for which there's no room.
  private func refusal(of size: Int) -> HTTPStatus {
    let limit = daemon.bytesInFlight.limit
    guard size > limit else { return .serviceUnavailable }
    // There will never be enough room for this response.
    daemon.logger.error(
      "Rejected a response of \(size) bytes: requests and responses in flight are limited to \(limit) bytes."
    )
    return .internalServerError
  }

  /// Hands the connection's socket to a stream, and ends libmicrohttpd's connection.
  private func handOver(to stream: HTTPStream, _ response: HTTPResponse) -> MHD_Result {
    if stream.isProduced {
      switch daemon.streams.admit(stream, limit: daemon.producedLimit) {
      case .admitted: break
      case .full:
        stream.abandon()
        rejection = .streams
        return refuse(.serviceUnavailable, closing: true)
      case .stopping:
        stream.abandon()
        rejection = .stopping
        return refuse(.serviceUnavailable, closing: true)
      }
    }
    let descriptor = fcntl(clock.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else {
      daemon.streams.remove(stream)
      stream.abandon()
      rejection = .openFiles
      return refuse(.serviceUnavailable, closing: true)
    }
    record?.answer = (response.status, 0)
    isHandedOver = true
    daemon.isHandingOver = true
    let counted = clock.counted
    if let counted { daemon.addresses.add(counted) }
    stream.onEnd { [daemon] in
      if let counted { daemon.addresses.remove(counted) }
      daemon.streams.remove(stream)
    }
    let framing: StreamFraming = stream.isProduced && !isHTTP10 ? .chunks : .untilEnd
    if stream.isProduced { follow(stream) } else { daemon.streams.insert(stream) }
    stream.attach(
      to: descriptor, head: response.streamingHead(framing), framing: framing,
      memory: daemon.bytesInFlight)
    return .NO
  }

  /// Treats the request as one in progress until a produced response has ended. Then, it's reported to the observer.
  private func follow(_ stream: HTTPStream) {
    let request = HTTPRequest(storage: storage)
    let record = record
    self.record = nil
    daemon.idle.begin()
    stream.onEnd { [daemon] in
      let outcome = stream.outcome
      if let reason = outcome.end.rejection {
        daemon.rejections.log(reason, status: nil, client: request.remoteAddress, request: request)
      }
      if var record, let status = record.answer?.status {
        record.answer = (status, outcome.size)
        daemon.configuration.observer?.completed(
          record.completed(request, isComplete: outcome.end == .complete))
      }
      daemon.idle.end()
    }
  }

  /// The maximum size of a response that isn't counted.
  private static let smallAnswer = 16 * 1024

  func errorResponse(_ status: HTTPStatus) -> HTTPResponse {
    var response = daemon.responder.errorResponse(
      status: status, request: HTTPRequest(storage: storage))
    if response.status != status { response.status = status }
    response.rejection = rejection ?? response.rejection ?? RejectionReason(status)
    if status == .serviceUnavailable { response.headers["Retry-After"] = "5" }
    if status == .methodNotAllowed, response.headers["Allow"] == nil {
      response.headers["Allow"] = daemon.configuration.methods.map(\.name).joined(separator: ", ")
    }
    return response
  }
}
