import CMicroHTTPD

/// What is known of a request that libmicrohttpd is about to reject by itself: see `Daemon.answerAhead(of:)`.
extension Exchange {
  /// The status for a head that can't succeed, judged by its own state; nil while it still may.
  ///
  /// To be asked while libmicrohttpd logs something.
  func certainRejection() -> HTTPStatus? {
    guard isReadingHead else { return nil }
    let size = cairn_connection_header_size(connection.raw)
    guard size == 0 else {
      // libmicrohttpd has all of the head, and hasn't asked what to do with it. It asks at once, unless it finds
      // no host, or can't read the length of the body.
      return rejection(headerSize: size)
    }
    // Without memory for one more field, there is none for a response either. Each try takes some of it, and others'
    // requests must not use it up.
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

  /// Whether libmicrohttpd may be in the midst of a request of this connection, beyond what it has asked about.
  var isMidRequest: Bool {
    if isAnsweredAhead || isReadingHead || clock.current.phase == .receiving { return true }
    guard case .head = phase else { return false }
    let read = cairn_bytes_read(clock.descriptor)
    return read < 0 || read > consumed
  }

  /// Answers before libmicrohttpd does, which then finds that nothing more can be sent.
  func refuseAhead(_ status: HTTPStatus) {
    guard !isAnsweredAhead, clock.current.phase != .receiving else { return }
    isAnsweredAhead = true
    // The page is not for what the connection has asked for before.
    if !hasBegun { storage = RequestStorage() }
    isReadingHead = false
    sendClosing(errorResponse(status).closingBytes, on: clock.descriptor)
    record?.answer = (status, 0)
  }
}
