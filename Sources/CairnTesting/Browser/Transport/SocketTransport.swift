internal import Foundation
internal import Glibc
internal import Synchronization

/// A transport that sends each request over its own TCP connection, as HTTP/1.1 without TLS.
public struct SocketTransport: BrowserTransport {
  /// The address or name of the server.
  public let host: String

  /// The port of the server.
  public let port: Int

  /// The time limit in seconds for each step, such as connecting or receiving the next bytes.
  public let timeout: Int

  /// Creates a transport without connecting to the server.
  public init(host: String = "127.0.0.1", port: Int, timeout: Int = 30) {
    self.host = host
    self.port = port
    self.timeout = timeout
  }

  /// The origin of the server, in the form `http://host:port`.
  public var origin: String {
    "http://" + (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
  }

  /// Connects to the server, sends a request, and returns the complete response.
  ///
  /// Canceling the task closes the connection.
  public func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    let connection = Connection()
    let transport = self
    return try await withTaskCancellationHandler {
      // Sockets block their thread. On Linux, Swift runs its tasks on a few threads of Dispatch. A few blocked
      // threads would delay all tasks, including the effects that the responses wait for.
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(with: Result { try transport.exchange(request, on: connection) })
        }
      }
    } onCancel: {
      connection.cancel()
    }
  }

  private func exchange(
    _ request: BrowserRequest, on connection: Connection
  ) throws(BrowserError) -> BrowserResponse {
    defer { connection.close() }
    try connection.open(host: host, port: port, timeout: timeout)
    try connection.write(bytes(of: request))
    var parser = HTTPAnswerParser(method: request.method)
    while true {
      let bytes = try connection.read()
      if bytes.isEmpty { return try parser.receiveEnd() }
      if case .complete(let response) = try parser.receive(bytes) { return response }
    }
  }

  private func bytes(of request: BrowserRequest) -> [UInt8] {
    var head = "\(request.method) \(request.target) HTTP/1.1\r\n"
    if request.header("Host") == nil { head += "Host: \(origin.dropFirst("http://".count))\r\n" }
    for (name, value) in request.headers { head += "\(name): \(value)\r\n" }
    if !request.body.isEmpty || !["GET", "HEAD"].contains(request.method) {
      head += "Content-Length: \(request.body.count)\r\n"
    }
    head += "Connection: close\r\n\r\n"
    return Array(head.utf8) + request.body
  }
}

/// A TCP connection that one thread uses and any thread can cancel.
private final class Connection: Sendable {
  private struct State {
    var descriptor: CInt = -1
    var isCancelled = false
  }

  private let state = Mutex(State())

  func open(host: String, port: Int, timeout: Int) throws(BrowserError) {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &found)
    guard status == 0, let first = found else {
      throw BrowserError(
        .connection, "can't resolve \(host): \(String(cString: gai_strerror(status)))")
    }
    defer { freeaddrinfo(first) }
    var cause: CInt = 0
    for address in sequence(first: first, next: \.pointee.ai_next) {
      let info = address.pointee
      let descriptor = socket(
        info.ai_family, info.ai_socktype | CInt(SOCK_CLOEXEC.rawValue), info.ai_protocol)
      guard descriptor >= 0 else {
        cause = errno
        continue
      }
      // SO_SNDTIMEO also limits the time to connect.
      var limit = timeval(tv_sec: timeout, tv_usec: 0)
      let size = socklen_t(MemoryLayout<timeval>.size)
      _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
      _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
      if connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 { return try adopt(descriptor) }
      cause = errno
      _ = Glibc.close(descriptor)
    }
    throw failure("can't connect to \(host):\(port)", cause)
  }

  private func adopt(_ descriptor: CInt) throws(BrowserError) {
    let isCancelled = state.withLock { state in
      state.descriptor = descriptor
      return state.isCancelled
    }
    if isCancelled { throw BrowserError(.connection, "the request was canceled") }
  }

  func write(_ bytes: [UInt8]) throws(BrowserError) {
    let descriptor = state.withLock(\.descriptor)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.send(
          descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent,
          CInt(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EINTR { continue }
        // A server can respond and close the connection before it has read everything (413). In that case, read its
        // response.
        if errno == EPIPE || errno == ECONNRESET { return }
        throw failure("sending failed", errno)
      }
      sent += count
    }
  }

  /// Returns the next bytes, or an empty array at the end of the connection.
  func read() throws(BrowserError) -> [UInt8] {
    let descriptor = state.withLock(\.descriptor)
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, initialized in
        count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        initialized = max(count, 0)
      }
      if count >= 0 { return bytes }
      if errno != EINTR { throw failure("receiving failed", errno) }
    }
  }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      // Unblocks the thread that uses the connection. That thread then closes it.
      if state.descriptor >= 0 { _ = shutdown(state.descriptor, CInt(SHUT_RDWR)) }
    }
  }

  func close() {
    state.withLock { state in
      if state.descriptor >= 0 { _ = Glibc.close(state.descriptor) }
      state.descriptor = -1
    }
  }

  private func failure(_ what: String, _ code: CInt) -> BrowserError {
    if state.withLock(\.isCancelled) {
      return BrowserError(.connection, "the request was canceled")
    }
    let cause = code == EAGAIN ? "timed out" : String(cString: strerror(code))
    return BrowserError(.connection, "\(what): \(cause)")
  }
}
