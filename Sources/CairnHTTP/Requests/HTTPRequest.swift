/// A complete request with its head, and with its form or body.
///
/// You can keep a request and read it on any thread, even after it was answered.
public struct HTTPRequest: Sendable {
  let storage: RequestStorage

  init(storage: RequestStorage) {
    self.storage = storage
  }

  /// Creates a request that didn't arrive through a socket, for tests and other transports.
  ///
  /// The result is `nil` if a server would respond with 400. The target must be a path with an optional query,
  /// correctly percent-encoded.
  public init?(
    method: HTTPMethod = .get,
    target: String,
    headers: HTTPHeaders = [:],
    form: [(name: String, value: String)] = [],
    files: [HTTPFile] = [],
    body: [UInt8] = [],
    remoteAddress: String = "127.0.0.1",
    isSecure: Bool = false
  ) {
    guard let parsed = RequestTarget(target) else { return nil }
    storage = RequestStorage(headers: headers, remoteAddress: remoteAddress)
    storage.method = method
    storage.target = parsed
    storage.form = form
    storage.files = files
    storage.body = body
    storage.isSecure = isSecure
  }

  /// The method. A response to `HEAD` is the same as for `GET`, and the server omits its body.
  public var method: HTTPMethod { storage.method }

  /// The percent-decoded path.
  ///
  /// An encoded slash can't be distinguished from a plain one. To distinguish them, use ``pathSegments``.
  public var path: String { storage.target.path }

  /// The path as it was sent.
  public var rawPath: String { storage.target.rawPath }

  /// The segments of the path, each percent-decoded separately. For example, `a%2Fb` is a single segment.
  ///
  /// `/` has no segments. `/a/` has two, and the second one is empty.
  public var pathSegments: [String] { storage.target.segments }

  /// The part after the `?` as it was sent, or `nil` if there is no `?`.
  public var query: String? { storage.target.query }

  /// The decoded names and values of the query, in order. `a` and `a=` both have an empty value.
  public var queryItems: [(name: String, value: String)] { storage.target.queryItems }

  /// The header fields.
  public var headers: HTTPRequestHeaders { HTTPRequestHeaders(storage: storage) }

  /// The decoded names and values of a URL-encoded or multipart body, in order. Files aren't included.
  public var form: [(name: String, value: String)] { storage.form }

  /// The files of a multipart body, in order.
  ///
  /// A file stays on disk as long as a copy of its value or of the request exists.
  public var files: [HTTPFile] { storage.files }

  /// The body, if it was read as bytes. Otherwise, it's empty. See ``BodyReading``.
  public var body: [UInt8] { storage.body }

  /// Whether the body is passed on while it arrives. See ``BodyReading/parts(limit:)``.
  package var hasBodyParts: Bool { storage.pipe != nil }

  /// Returns the next part of a body that's passed on while it arrives, or `nil` at its end.
  ///
  /// - Throws: ``IncompleteBody`` if the client has disconnected, or if the response was sent.
  package func nextBodyPart() async throws -> [UInt8]? { try await storage.pipe?.next() }

  /// The client's IP address without a port, or an empty string if it's unknown.
  ///
  /// Behind trusted proxies, this is the address that connected to the first of them.
  public var remoteAddress: String {
    storage.forwarding?.client?.description ?? storage.remoteAddress()
  }

  /// The group that the client belongs to when clients share a resource.
  ///
  /// It's `nil` if the address is unknown or a loopback address. A loopback address can be a proxy that
  /// many clients share.
  package var clientGroup: AddressGroup? {
    guard let address = clientIP, !address.isLoopback else { return nil }
    return AddressGroup(address)
  }

  /// The client's address, or `nil` if it's unknown. Behind trusted proxies, this is the address that connected to the
  /// first of them.
  package var clientIP: IPAddress? { storage.forwarding?.client ?? storage.peer() }

  /// The ID of the request, for logs.
  ///
  /// It's the value of the `X-Request-ID` field if a trusted proxy sends a valid one. Such an ID has at most 128
  /// characters, which are ASCII letters, digits, and a few punctuation marks. Otherwise, it's a new ID of 32 hexadecimal
  /// digits.
  public var id: String { storage.requestID() }

  /// Whether the request comes from this machine and shows no sign of a proxy.
  ///
  /// The address alone isn't sufficient, because all clients of a proxy on this machine have its address. Proxies that
  /// aren't configured to add any of these fields can't be recognized.
  package var isFromThisMachine: Bool {
    storage.peer()?.isLoopback == true
      && Self.proxyFields.allSatisfy { storage.header($0) == nil }
  }

  private static let proxyFields = [
    "Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP",
  ]

  /// Whether a trusted proxy has forwarded the request and specified its host.
  package var isForwarded: Bool { storage.forwarding?.host != nil }

  /// The host and port that the client requested, or `nil` if they're unknown.
  ///
  /// The host is specified by a trusted proxy, by a target in absolute form, or by the `Host` field, in this order.
  public var host: String? {
    storage.forwarding?.host ?? storage.target.authority ?? headers["Host"]
  }

  /// Whether the client connected through TLS. With trusted proxies, this is based on their fields.
  public var isSecure: Bool { storage.forwarding?.isSecure ?? storage.isSecure }

  /// Whether the response waits for work that the request starts.
  package var awaitsWork: Bool { storage.awaitsWork }

  /// Returns the request of a test whose response doesn't wait for work.
  package func withoutAwaitingWork() -> HTTPRequest {
    storage.awaitsWork = false
    return self
  }

  /// Returns the request of a test with its body in parts, as they arrive through a socket.
  package func withBodyInParts() -> HTTPRequest {
    guard !storage.body.isEmpty else { return self }
    storage.pipe = RequestBodyPipe(storage.body)
    storage.body = []
    return self
  }

  /// Whether this is a `GET` or `HEAD` request.
  public var isRead: Bool { method.isRead }
}
