/// A type that sends a browser's requests to a server and returns the responses.
///
/// A transport doesn't follow redirects or store cookies, because `Browser` does. If a transport throws an error,
/// the navigation ends, and `Browser` throws the same error to its caller.
public protocol BrowserTransport: Sendable {
  /// The scheme, host, and port that pages are loaded from, such as `http://127.0.0.1:8080`.
  var origin: String { get }

  /// Sends one request and returns its complete response.
  func send(_ request: BrowserRequest) async throws -> BrowserResponse
}

extension BrowserTransport {
  /// The default origin of transports without an address, `http://localhost`.
  public var origin: String { "http://localhost" }
}

/// A request as a browser sends it.
public struct BrowserRequest: Sendable {
  /// The method in uppercase.
  public var method: String

  /// The path and query, percent-encoded. It begins with `/`.
  public var target: String

  /// The names and values of the headers in order, without `Content-Length`. Names can occur more than once.
  public var headers: [(String, String)]

  /// The bytes of the body, or an empty array if there is no body.
  public var body: [UInt8]

  /// Whether the response waits for effects. Only a transport in the server's process reads it.
  package var awaitsEffects = true

  /// Creates a request.
  public init(
    method: String = "GET", target: String, headers: [(String, String)] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// Returns the first value of a header. The name isn't case-sensitive.
  public func header(_ name: String) -> String? { headers.firstValue(of: name) }
}

/// A response as a browser receives it.
public struct BrowserResponse: Sendable {
  /// The three-digit status code.
  public var status: Int

  /// The names and values of the headers in order. Names can occur more than once.
  public var headers: [(String, String)]

  /// The bytes of the body, without a transfer coding.
  public var body: [UInt8]

  /// Creates a response.
  public init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns the first value of a header. The name isn't case-sensitive.
  public func header(_ name: String) -> String? { headers.firstValue(of: name) }

  /// Returns all values of a header in order, for example of `Set-Cookie`. The name isn't case-sensitive.
  public func headerValues(_ name: String) -> [String] {
    headers.filter { $0.0.lowercased() == name.lowercased() }.map(\.1)
  }

  /// The body as UTF-8 text, with replacement characters for invalid bytes.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// A request of a navigation and its response.
public struct BrowserExchange: Sendable {
  /// The request that the browser sent.
  public let request: BrowserRequest

  /// The response that the browser received.
  public let response: BrowserResponse
}

extension [(String, String)] {
  func firstValue(of name: String) -> String? {
    let name = name.lowercased()
    return first { $0.0.lowercased() == name }?.1
  }
}
