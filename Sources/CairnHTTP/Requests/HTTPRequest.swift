/// A complete request: its head, and its form or body.
///
/// It may be kept and read from any thread, also after it was answered.
public struct HTTPRequest: Sendable {
  let storage: RequestStorage

  init(storage: RequestStorage) {
    self.storage = storage
  }

  /// A request that did not come through a socket, for tests and for other transports.
  ///
  /// Fails where a server would answer 400: for a target that is not a path with an optional query,
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

  /// The method; `HEAD` is answered like `GET`, and its body is left out by the server.
  public var method: HTTPMethod { storage.method }

  /// The path, percent-decoded; an encoded slash can not be told from a plain one, see
  /// `pathSegments`.
  public var path: String { storage.target.path }

  /// The path as it was sent.
  public var rawPath: String { storage.target.rawPath }

  /// The parts of the path between its slashes, each percent-decoded by itself, so `a%2Fb` is one.
  ///
  /// `/` has none; `/a/` has two, the second of them empty.
  public var pathSegments: [String] { storage.target.segments }

  /// What follows the `?`, as it was sent; nil without one.
  public var query: String? { storage.target.query }

  /// The names and values of the query, decoded, in order; `a` and `a=` both have an empty value.
  public var queryItems: [(name: String, value: String)] { storage.target.queryItems }

  /// The header fields.
  public var headers: HTTPRequestHeaders { HTTPRequestHeaders(storage: storage) }

  /// The names and values of an urlencoded or multipart body, decoded, in order; files aside.
  public var form: [(name: String, value: String)] { storage.form }

  /// The files of a multipart body, in order. Each is on disk as long as somebody has a copy of its value, or
  /// of the request.
  public var files: [HTTPFile] { storage.files }

  /// The body, where its type is one of the configuration's `rawContentTypes`; empty otherwise.
  public var body: [UInt8] { storage.body }

  /// The client's address in numbers, without its port; empty where it is unknown. Behind trusted
  /// proxies it is the address that the first of them was reached from.
  public var remoteAddress: String {
    storage.forwarding?.client?.description ?? storage.remoteAddress()
  }

  /// What the client counts as when clients share something. Nil if its address is unknown, or this
  /// machine's: that may be a proxy, which many clients share.
  package var clientGroup: AddressGroup? {
    guard let address = storage.forwarding?.client ?? storage.peer(), !address.isLoopback
    else { return nil }
    return AddressGroup(address)
  }

  /// Whether a trusted proxy has sent the request, and has said for which host.
  package var isForwarded: Bool { storage.forwarding?.host != nil }

  /// The host and port that the client asked for: what a trusted proxy says, or else an absolute target, or else
  /// the `Host` field.
  public var host: String? {
    storage.forwarding?.host ?? storage.target.authority ?? headers["Host"]
  }

  /// Whether the client reached the server through TLS, as far as a trusted proxy says so.
  public var isSecure: Bool { storage.forwarding?.isSecure ?? storage.isSecure }

  /// Whether this is a `GET` or a `HEAD`.
  public var isRead: Bool { method.isRead }
}
