#if canImport(Glibc)
  import Glibc
#endif

extension Daemon {
  /// Sends our own page, with our own header fields, before libmicrohttpd sends its page for a rejected request.
  ///
  /// A line in the log is the only sign of a rejection, and it doesn't name the connection. So a request is
  /// answered here only if its own state shows that it can't succeed, or if no other connection can be meant.
  /// Otherwise libmicrohttpd's page is sent, which contains nothing of the request.
  /// - Parameter message: The line, on one line, with single spaces.
  func answerAhead(of message: String) {
    var isExplained = false
    for exchange in exchanges.values {
      guard let status = exchange.certainRejection() else { continue }
      exchange.refuseAhead(status)
      isExplained = true
    }
    guard !isExplained, let status = Self.rejection(in: message) else { return }
    onlyExchangeMidRequest()?.refuseAhead(status)
  }

  /// The status in a line about a rejection, or the one for a line about a connection that is closed without a
  /// response; nil for any other line. If a version words them differently, it acts as it does by itself.
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

  /// The exchange that a line must be about because there is no other; nil if there may be another.
  private func onlyExchangeMidRequest() -> Exchange? {
    // It takes two system calls each.
    guard exchanges.count <= 256 else { return nil }
    var found: Exchange?
    for exchange in exchanges.values where exchange.isMidRequest {
      guard found == nil else { return nil }
      found = exchange
    }
    return found
  }
}

/// Sends the last bytes of a connection, as far as its socket takes them at once, and ends it in that direction.
func sendClosing(_ bytes: [UInt8], on descriptor: Int32) {
  _ = bytes.withUnsafeBytes {
    send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
  }
  shutdown(descriptor, Int32(SHUT_WR))
}
