#if canImport(Glibc)
  import Glibc
#endif

extension Daemon {
  /// Sends the server's own page and header fields before libmicrohttpd sends its page for a rejected request.
  ///
  /// A line in the log is the only sign of a rejection, and it doesn't identify the connection. A request is therefore
  /// answered here only in two cases. Either its own state shows that it can't succeed, or the line can't be about any
  /// other connection. In all other cases, libmicrohttpd's page is sent, which contains nothing from the request.
  ///
  /// - Parameter message: The log message as a single line with single spaces.
  func answerAhead(of message: String) {
    var isExplained = false
    for exchange in exchanges.values {
      guard let status = exchange.certainRejection() else { continue }
      exchange.refuseAhead(status)
      isExplained = true
    }
    guard !isExplained, let status = Self.rejection(in: message) else { return }
    if let exchange = onlyExchangeMidRequest() {
      exchange.refuseAhead(status)
    } else if let reason = RejectionReason(status) {
      rejections.log(reason, status: status, client: "")
    }
  }

  /// Returns the status in a log line about a rejection, or a status for a line about a connection that's closed
  /// without a response.
  ///
  /// The result is `nil` for any other line. If a version of libmicrohttpd uses different texts, its own
  /// response is sent.
  static func rejection(in message: String) -> HTTPStatus? {
    let beginning = "Error processing request (HTTP response code is "
    if message.hasPrefix(beginning) {
      let status = Int(message.dropFirst(beginning.count).prefix(3)) ?? 0
      return 400..<600 ~= status ? HTTPStatus(rawValue: status) : nil
    }
    return silentRejections.first { message.hasPrefix($0.beginning) }?.status
  }

  private static let silentRejections: [(beginning: String, status: HTTPStatus)] = [
    ("No space left in the read buffer when receiving", .targetTooLong),
    ("The request line", .badRequest),
    ("The NUL character is in the request line", .badRequest),
    ("Invalid character is in the request line", .badRequest),
    ("Bare CR characters are not allowed in the request line", .badRequest),
    ("Bare LF characters are not allowed in the request line", .badRequest),
    ("Too many meaningless extra empty lines", .badRequest),
  ]

  /// Returns the only exchange that a log line can be about, or `nil` if there may be others.
  private func onlyExchangeMidRequest() -> Exchange? {
    // The check takes two system calls per exchange.
    guard exchanges.count <= 256 else { return nil }
    var found: Exchange?
    for exchange in exchanges.values where exchange.isMidRequest {
      guard found == nil else { return nil }
      found = exchange
    }
    return found
  }
}

/// Sends the last bytes of a connection and shuts down its sending side. Bytes that the socket doesn't accept
/// immediately are lost.
///
/// - Returns: The number of bytes that the socket has accepted.
@discardableResult
func sendClosing(_ bytes: [UInt8], on descriptor: Int32) -> Int {
  let count = bytes.withUnsafeBytes {
    send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
  }
  shutdown(descriptor, Int32(SHUT_WR))
  return max(0, count)
}
