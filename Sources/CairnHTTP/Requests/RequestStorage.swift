import Synchronization

/// What a request consists of, behind the values that are handed out.
///
/// One of them serves all requests of a connection, one after another, unless somebody kept it:
/// then it copies what is left to copy and is left to its keeper.
///
/// Unchecked: its plain properties are written only before the request is handed out, while its
/// connection holds the only reference; from then on they are only read. What changes later is in
/// `source`.
final class RequestStorage: @unchecked Sendable {
  var method = HTTPMethod.get
  var target = RequestTarget.unreadable
  var form: [(name: String, value: String)] = []
  var files: [HTTPFile] = []
  var body: [UInt8] = []
  var isSecure = false
  /// What trusted proxies say; nil where none has forwarded the request.
  var forwarding: Forwarding?

  private enum Source {
    /// The request is being answered: its header is in the connection's memory.
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
    if !form.isEmpty { form = [] }
    if !files.isEmpty { files = [] }
    if !body.isEmpty { body = [] }
    isSecure = false
    forwarding = nil
  }

  /// Copies what is in the connection's memory, which is about to be used for something else.
  func detach() {
    source.withLock { source in
      if case .connection(let connection) = source {
        source = .copied(
          headers: connection.allHeaders(), remoteAddress: connection.remoteAddress())
      }
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
