import Synchronization

/// The contents of a request, shared by all of its copies.
///
/// A connection uses one storage for all its requests, one after another. If a request is kept, its storage copies the
/// remaining data and is left to the owner of the request. The connection then uses a new storage.
///
/// It's unchecked because its plain properties are written only while the connection has the only reference. After the
/// request is passed to the responder, they're only read. Later changes are made in `source`.
final class RequestStorage: @unchecked Sendable {
  var method = HTTPMethod.get
  var target = RequestTarget.unreadable
  var form: [(name: String, value: String)] = []
  var files: [HTTPFile] = []
  var body: [UInt8] = []
  /// The body, if it's passed on while it arrives.
  var pipe: RequestBodyPipe?
  var isSecure = false
  /// Whether the response waits for work that the request starts. Requests through sockets never change it.
  var awaitsWork = true
  /// The information of trusted proxies, or `nil` if the request wasn't forwarded by one.
  var forwarding: Forwarding?

  /// The request's ID, which is determined when it's first read.
  private let id = Mutex<String?>(nil)

  private enum Source {
    /// The request is being answered, and its header is in the connection's memory.
    case connection(ConnectionPointer)
    case copied(headers: HTTPHeaders, remoteAddress: String)
  }
  private let source: Mutex<Source>

  init(headers: HTTPHeaders = [:], remoteAddress: String = "") {
    source = Mutex(.copied(headers: headers, remoteAddress: remoteAddress))
  }

  /// Begins a request whose header is in the connection's memory.
  func attach(_ connection: ConnectionPointer) {
    source.withLock { $0 = .connection(connection) }
    method = .other("")
    target = .unreadable
    releaseBody()
    isSecure = false
    forwarding = nil
    id.withLock { $0 = nil }
  }

  /// Frees the contents of the body, and deletes its files.
  func releaseBody() {
    if !form.isEmpty { form = [] }
    if !files.isEmpty { files = [] }
    if !body.isEmpty { body = [] }
    pipe = nil
  }

  /// Copies the header from the connection's memory, which is about to be reused.
  func detach() {
    source.withLock { source in
      if case .connection(let connection) = source {
        source = .copied(
          headers: connection.allHeaders(), remoteAddress: connection.remoteAddress())
      }
    }
  }

  /// Returns the ID of a trusted proxy, or a new one.
  func requestID() -> String {
    id.withLock { id in
      if let id { return id }
      let sent = forwarding == nil ? [] : headers(RequestID.field)
      let own = sent.count == 1 && RequestID.isValid(sent[0]) ? sent[0] : RequestID.next()
      id = own
      return own
    }
  }

  func header(_ name: String) -> String? {
    source.withLock { source in
      switch source {
      case .connection(let connection): connection.header(name)
      case .copied(let headers, _): headers[name]
      }
    }
  }

  func headers(_ name: String) -> [String] {
    source.withLock { source in
      switch source {
      case .connection(let connection): connection.headers(name)
      case .copied(let headers, _): headers.values(of: name)
      }
    }
  }

  func allHeaders() -> HTTPHeaders {
    source.withLock { source in
      switch source {
      case .connection(let connection): connection.allHeaders()
      case .copied(let headers, _): headers
      }
    }
  }

  func peer() -> IPAddress? {
    source.withLock { source in
      switch source {
      case .connection(let connection): connection.peer()
      case .copied(_, let address): IPAddress(address)
      }
    }
  }

  func remoteAddress() -> String {
    source.withLock { source in
      switch source {
      case .connection(let connection): connection.remoteAddress()
      case .copied(_, let address): address
      }
    }
  }
}
