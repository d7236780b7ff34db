/// Carries a browser's requests to a server and brings back the answers.
///
/// A transport neither follows redirects nor keeps cookies: `Browser` does both.
/// An error that it throws ends the navigation and reaches the caller of `Browser` unchanged.
public protocol BrowserTransport: Sendable {
  /// The scheme, host and port that pages are loaded from, such as `http://127.0.0.1:8080`.
  var origin: String { get }

  /// Sends one request and returns its complete answer.
  func send(_ request: BrowserRequest) async throws -> BrowserResponse
}

extension BrowserTransport {
  /// `http://localhost`, for transports that have no address.
  public var origin: String { "http://localhost" }
}

/// A request as a browser sends it: headers in order, without `Content-Length`.
public struct BrowserRequest: Sendable {
  /// The method in upper case.
  public var method: String

  /// Path and query, percent-encoded, beginning with `/`.
  public var target: String

  /// Names and values in the order of sending; names may repeat.
  public var headers: [(String, String)]

  /// The bytes after the headers; empty where there is no body.
  public var body: [UInt8]

  /// Makes a request.
  public init(
    method: String = "GET", target: String, headers: [(String, String)] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The first value of a header; the name's case does not matter.
  public func header(_ name: String) -> String? { headers.firstValue(of: name) }
}

/// An answer as a server gave it, the body decoded from its transfer coding.
public struct BrowserResponse: Sendable {
  /// The three-digit status.
  public var status: Int

  /// Names and values in the order of arrival; names may repeat.
  public var headers: [(String, String)]

  /// The bytes of the body.
  public var body: [UInt8]

  /// Makes an answer.
  public init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The first value of a header; the name's case does not matter.
  public func header(_ name: String) -> String? { headers.firstValue(of: name) }

  /// All values of a header in order of arrival, such as those of `Set-Cookie`.
  public func headerValues(_ name: String) -> [String] {
    headers.filter { $0.0.lowercased() == name.lowercased() }.map(\.1)
  }

  /// The body as text, invalid UTF-8 replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// One request of a navigation with its answer.
public struct BrowserExchange: Sendable {
  /// What was sent.
  public let request: BrowserRequest

  /// What came back.
  public let response: BrowserResponse
}

extension [(String, String)] {
  func firstValue(of name: String) -> String? {
    let name = name.lowercased()
    return first { $0.0.lowercased() == name }?.1
  }
}
