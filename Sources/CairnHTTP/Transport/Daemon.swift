import CMicroHTTPD
import Logging
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// One of libmicrohttpd's daemons: a thread that serves its connections by epoll.
///
/// Unchecked: `raw` is written once, by `start`, and read by the server under its lock; the
/// compressor is used on the daemon's thread alone.
final class Daemon: @unchecked Sendable {
  let configuration: HTTPServer.Configuration
  let responder: any HTTPResponder
  let logger: Logger
  let pendingReplies = PendingReplies()
  /// Each daemon counts for itself: a counter of all would be written by all cores.
  let idle = Idle()
  private let compressor = Compressor(level: 1)
  private var raw: OpaquePointer?
  /// At one place as long as libmicrohttpd's thread, which logs through it.
  private let options = UnsafeMutablePointer<cairn_daemon_options>.allocate(capacity: 1)

  init(
    configuration: HTTPServer.Configuration, responder: any HTTPResponder, logger: Logger
  ) {
    self.configuration = configuration
    self.responder = responder
    self.logger = logger
    options.initialize(to: cairn_daemon_options())
  }

  deinit {
    options.deallocate()
  }

  /// Starts to serve a listening socket, which is the daemon's from here on; false where it can
  /// not.
  func start(_ socket: ListeningSocket, connectionLimit: Int) -> Bool {
    // Held until libmicrohttpd's thread has ended, in `stop`.
    let held = Unmanaged.passRetained(self)
    options.pointee = cairn_daemon_options(
      listen_socket: socket.descriptor,
      connection_limit: UInt32(clamping: connectionLimit),
      connections_per_address: UInt32(clamping: configuration.connectionLimitPerAddress ?? 0),
      connection_timeout: UInt32(clamping: configuration.connectionTimeout),
      connection_memory: configuration.connectionMemory,
      context: held.toOpaque(),
      request: Self.requestCallback,
      target: Self.targetCallback,
      unescape: Self.unescapeCallback,
      completed: Self.completedCallback,
      connection: Self.connectionCallback,
      log: Self.logCallback)
    raw = cairn_start_daemon(options)
    if raw == nil { held.release() }
    return raw != nil
  }

  /// Accepts no more connections, and closes each after its next response.
  func quiesce() {
    idle.stop()
    guard let raw else { return }
    let descriptor = MHD_quiesce_daemon(raw)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Answers what is suspended with 503, now and from here on.
  func answerPending() {
    for reply in pendingReplies.close() {
      reply.answer(HTTPErrorPage.response(.serviceUnavailable))
    }
  }

  /// Closes all connections and ends the thread. Nothing may be suspended.
  func stop() {
    guard let raw else { return }
    self.raw = nil
    MHD_stop_daemon(raw)
    Unmanaged.passUnretained(self).release()
  }

  /// Gives a response to a connection, compressed where both want it.
  /// - Returns: Whether it was taken, and how many bytes its body has.
  func queue(
    _ response: HTTPResponse, on connection: ConnectionPointer
  ) -> (result: MHD_Result, size: Int) {
    let status = UInt32(clamping: response.status.rawValue)
    let isStopping = idle.isStopping
    if let prepared = response.prepared, !isStopping {
      return (MHD_queue_response(connection.raw, status, prepared.raw), prepared.size)
    }
    guard let prepared = prepare(response, for: connection) else { return (.NO, 0) }
    if isStopping { prepared.add("Connection", "close") }
    if !prepared.refusedFields.isEmpty {
      // The values are the request's or the application's; the names are enough to find the
      // mistake.
      let names = prepared.refusedFields.joined(separator: ", ")
      logger.error("Response fields that hold line breaks were left out: \(names)")
    }
    return (MHD_queue_response(connection.raw, status, prepared.raw), prepared.size)
  }

  private func prepare(
    _ response: HTTPResponse, for connection: ConnectionPointer
  ) -> PreparedResponse? {
    guard configuration.compression, response.isCompressible else {
      return PreparedResponse(response)
    }
    var response = response
    if response.headers["Vary"]?.lowercased().contains("accept-encoding") != true {
      response.headers.append("Vary", "Accept-Encoding")
    }
    guard let accepted = connection.headerBytes("Accept-Encoding"),
      let coding = ContentCoding.negotiated(accepted),
      let compressed = response.body.withUnsafeBytes({ compressor.compress($0, coding: coding) })
    else { return PreparedResponse(response) }
    response.headers["Content-Encoding"] = coding.rawValue
    // The bytes are not the ones that a strong tag stands for.
    if let tag = response.headers["ETag"], !tag.hasPrefix("W/") {
      response.headers["ETag"] = "W/" + tag
    }
    return PreparedResponse(response, adopting: compressed)
  }
}
