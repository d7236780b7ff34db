/// A parser for an HTTP/1.1 response (RFC 9112) that gets bytes as they arrive, independently of a socket.
package struct HTTPAnswerParser {
  package enum Verdict {
    case needsMore
    case complete(BrowserResponse)
  }

  private enum Body {
    case none
    case length(Int)
    case chunked
    case untilEnd
  }

  private let method: String
  private var buffer: [UInt8] = []
  private var position = 0
  private var head: (status: Int, headers: [(String, String)], body: Body)?
  private var decoded: [UInt8] = []

  /// - Parameter method: The method of the request. A response to `HEAD` has no body.
  package init(method: String) {
    self.method = method
  }

  /// Adds bytes, and returns the response if it's complete.
  package mutating func receive(_ bytes: some Sequence<UInt8>) throws(BrowserError) -> Verdict {
    buffer.append(contentsOf: bytes)
    return try advance(atEnd: false)
  }

  /// Returns the response after the server has closed the connection.
  ///
  /// - Throws: An error if the response isn't complete.
  package mutating func receiveEnd() throws(BrowserError) -> BrowserResponse {
    if case .complete(let response) = try advance(atEnd: true) { return response }
    throw BrowserError(
      .connection,
      buffer.isEmpty
        ? "the server closed the connection without a response"
        : "the connection ended before the response was complete")
  }

  private mutating func advance(atEnd: Bool) throws(BrowserError) -> Verdict {
    while head == nil {
      guard let parsed = try parseHead() else { return .needsMore }
      // A response with a 1xx status is followed by another response.
      if parsed.status >= 200 { head = (parsed.status, parsed.headers, try body(of: parsed)) }
    }
    guard let head else { return .needsMore }
    switch head.body {
    case .none:
      break
    case .length(let length):
      guard buffer.count - position >= length else { return .needsMore }
      decoded = Array(buffer[position..<position + length])
    case .chunked:
      guard try decodeChunks() else { return .needsMore }
    case .untilEnd:
      guard atEnd else { return .needsMore }
      decoded = Array(buffer[position...])
    }
    return .complete(.init(status: head.status, headers: head.headers, body: decoded))
  }

  private mutating func parseHead() throws(BrowserError)
    -> (status: Int, headers: [(String, String)])?
  {
    let end = Array("\r\n\r\n".utf8)
    guard let length = buffer[position...].firstRange(of: end)?.lowerBound else { return nil }
    let lines = String(decoding: buffer[position..<length], as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    position = length + end.count
    let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
      throw BrowserError(.connection, "invalid status line: “\(lines.first ?? "")”")
    }
    let headers = try lines.dropFirst().map { line throws(BrowserError) in
      guard let colon = line.firstIndex(of: ":") else {
        throw BrowserError(.connection, "invalid header: “\(line)”")
      }
      return (
        String(line[..<colon]), String(line[line.index(after: colon)...]).collapsingASCIIWhitespace
      )
    }
    return (status, headers)
  }

  private func body(of head: (status: Int, headers: [(String, String)])) throws(BrowserError)
    -> Body
  {
    if method == "HEAD" || head.status == 204 || head.status == 304 { return .none }
    if let coding = head.headers.firstValue(of: "Transfer-Encoding") {
      guard coding.lowercased() == "chunked" else {
        throw BrowserError(.connection, "unsupported transfer coding “\(coding)”")
      }
      return .chunked
    }
    guard let length = head.headers.firstValue(of: "Content-Length") else { return .untilEnd }
    guard let length = Int(length), length >= 0 else {
      throw BrowserError(.connection, "invalid content length: “\(length)”")
    }
    return .length(length)
  }

  /// Decodes the chunks that have arrived.
  ///
  /// - Returns: Whether the last chunk and its trailer have arrived.
  private mutating func decodeChunks() throws(BrowserError) -> Bool {
    while true {
      guard let (line, start) = line(at: position) else { return false }
      guard let size = Int(line.prefix { $0 != ";" }.filter { $0 != " " }, radix: 16) else {
        throw BrowserError(.connection, "invalid chunk size: “\(line)”")
      }
      if size == 0 {
        var next = start
        while let (trailer, after) = self.line(at: next) {
          if trailer.isEmpty { return true }
          next = after
        }
        return false
      }
      guard buffer.count >= start + size + 2 else { return false }
      decoded += buffer[start..<start + size]
      position = start + size + 2
    }
  }

  private func line(at start: Int) -> (String, next: Int)? {
    guard let end = buffer[start...].firstRange(of: Array("\r\n".utf8)) else { return nil }
    return (String(decoding: buffer[start..<end.lowerBound], as: UTF8.self), end.upperBound)
  }
}
