import CMicroHTTPD

/// The state of a request that libmicrohttpd is about to reject. See `Daemon.answerAhead(of:)`.
extension Exchange {
  /// Returns the status for a head that can't succeed, based on the exchange's own state. Returns `nil` if
  /// it can still succeed.
  ///
  /// Call this while libmicrohttpd is logging a message.
  func certainRejection() -> HTTPStatus? {
    guard isReadingHead else { return nil }
    let size = cairn_connection_header_size(connection.raw)
    guard size == 0 else {
      // libmicrohttpd has the whole head, but hasn't asked how to handle it. It asks immediately unless the host is
      // missing, or the length of the body can't be read.
      return rejection(headerSize: size)
    }
    // If there's no memory for another field, there isn't enough for a response either. Each attempt uses some memory,
    // and messages about other requests must not use it up.
    guard shadows < 8 else { return nil }
    guard connection.shadowCookies() else { return .headerTooLarge }
    shadows += 1
    return nil
  }

  private func rejection(headerSize: Int) -> HTTPStatus {
    let head = RequestHead(
      method: .post, targetLength: target.length, hasReadableTarget: hasReadableTarget,
      headerSize: headerSize, fields: HeadScan(connection), isHTTP10: false)
    let verdict = head.verdict(
      limits: daemon.configuration.limits, methods: [.post], rawContentTypes: [])
    switch verdict {
    case .end(let status),
      .refuse(let status) where status != .unsupportedMediaType:
      return status
    default: return .badRequest
    }
  }

  /// Whether libmicrohttpd can be in the middle of a request of this connection that it hasn't asked about.
  var isMidRequest: Bool {
    if isAnsweredAhead || isReadingHead || clock.current.phase == .receiving { return true }
    guard case .head = phase else { return false }
    let read = cairn_bytes_read(clock.descriptor)
    return read < 0 || read > consumed
  }

  /// Answers before libmicrohttpd does. libmicrohttpd then detects that it can't send anything.
  func refuseAhead(_ status: HTTPStatus) {
    guard !isAnsweredAhead, clock.current.phase != .receiving else { return }
    isAnsweredAhead = true
    // The page must not be based on the previous request of the connection.
    if !hasBegun { storage = RequestStorage() }
    isReadingHead = false
    let response = errorResponse(status)
    let bytes = response.closingBytes
    let sent = sendClosing(bytes, on: clock.descriptor)
    if let reason = response.rejection { logRejection(reason, status: status) }
    record?.answer = (status, max(0, sent - (bytes.count - response.body.count)))
  }
}

extension Exchange {
  /// Logs that the current request is rejected.
  ///
  /// - Parameter status: The status of the response, or `nil` if there is none.
  func logRejection(_ reason: RejectionReason, status: HTTPStatus?) {
    let request = HTTPRequest(storage: storage)
    let client = request.remoteAddress
    daemon.rejections.log(
      reason, status: status, client: client.isEmpty ? connection.remoteAddress() : client,
      request: request)
  }

  /// Logs why the server has ended the connection, if that's the reason for which a request didn't arrive.
  ///
  /// A connection without an incomplete request was only idle.
  func logEnd() {
    guard let reason = clock.takeRejection(), isMidRequest else { return }
    // The message must not be about the previous request of the connection.
    if !hasBegun { storage = RequestStorage() }
    logRejection(reason, status: reason == .targetTooLong ? .targetTooLong : nil)
  }
}
