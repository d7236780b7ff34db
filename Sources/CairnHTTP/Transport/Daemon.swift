import CMicroHTTPD
import Logging
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// One of libmicrohttpd's daemons: a thread that serves its connections by epoll.
///
/// Unchecked: `raw` and `listening` are used by the server under its lock; the
/// compressor and the exchanges are used on the daemon's thread alone.
final class Daemon: @unchecked Sendable {
  let configuration: HTTPServer.Configuration
  let headReading: HeadReading
  let responder: any HTTPResponder
  let logger: Logger
  let pendingReplies = PendingReplies()
  let streams = OpenStreams()
  /// Each daemon counts for itself: a counter of all would be written by all cores.
  let idle = Idle()
  let connections: Connections
  let addresses: AddressCounts
  let bytesInFlight: BytesInFlight
  let uploads: Uploads
  /// Whether the daemon's thread is in the responder, and so reads from no connection.
  let isResponding = Atomic(false)
  /// The connections that are open. Used on the daemon's thread alone.
  var exchanges: [ObjectIdentifier: Exchange] = [:]
  private let compressor = Compressor(level: 1)
  private var raw: OpaquePointer?
  /// The listening socket, from `quiesce` to `stop`.
  private var listening: Int32 = -1
  /// At one place as long as libmicrohttpd's thread, which logs through it.
  private let options = UnsafeMutablePointer<cairn_daemon_options>.allocate(capacity: 1)

  /// - Parameters:
  ///   - headReading: How heads are checked.
  ///   - connectionLimit: The most connections of this daemon.
  ///   - addresses: Counts the connections of each client, of all daemons.
  ///   - bytesInFlight: Counts the bytes of bodies and answers, of all daemons.
  ///   - uploads: Keeps the files that arrive, of all daemons.
  init(
    configuration: HTTPServer.Configuration, headReading: HeadReading,
    responder: any HTTPResponder, logger: Logger, connectionLimit: Int,
    addresses: AddressCounts, bytesInFlight: BytesInFlight, uploads: Uploads
  ) {
    self.configuration = configuration
    self.headReading = headReading
    self.addresses = addresses
    self.bytesInFlight = bytesInFlight
    self.uploads = uploads
    connections = Connections(
      limit: connectionLimit, limits: ConnectionLimits(configuration), addresses: addresses)
    self.responder = responder
    self.logger = logger
    options.initialize(to: cairn_daemon_options())
  }

  deinit {
    options.deallocate()
  }

  /// Starts to serve a listening socket, which is the daemon's from here on; false where it can
  /// not.
  func start(_ socket: ListeningSocket) -> Bool {
    // Held until libmicrohttpd's thread has ended, in `stop`.
    let held = Unmanaged.passRetained(self)
    options.pointee = cairn_daemon_options(
      listen_socket: socket.descriptor,
      connection_limit: UInt32(clamping: connections.limit),
      connection_timeout: UInt32(clamping: configuration.connectionTimeout),
      connection_memory: configuration.connectionMemory,
      is_strict: headReading == .fields && HeadReading.ofLibrary == .fields,
      context: held.toOpaque(),
      admit: Self.admissionCallback,
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
    streams.close()
    guard let raw else { return }
    listening = MHD_quiesce_daemon(raw)
    // Closing isn't enough, because a process that is being forked at this moment has the socket too.
    if listening >= 0 { shutdown(listening, Int32(SHUT_RDWR)) }
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
    // Not before: the thread still removes the socket from its epoll set, and libmicrohttpd aborts the
    // process if it can't.
    if listening >= 0 { close(listening) }
    listening = -1
    Unmanaged.passUnretained(self).release()
  }

  /// Ends the connections that take too long.
  /// - Returns: How many were ended.
  func sweep(at now: Int64, isMemoryScarce: Bool) -> Int {
    let refused = connections.refuseUnread(
      at: now, isReading: !isResponding.load(ordering: .relaxed)
    ) {
      responder.errorResponse(
        status: .targetTooLong, request: HTTPRequest(storage: RequestStorage())
      ).closingBytes
    }
    return refused + connections.sweep(at: now, isMemoryScarce: isMemoryScarce)
  }

  /// A response that a connection can be given.
  struct Answer {
    let status: HTTPStatus
    let prepared: PreparedResponse
    /// Whether many answers share its bytes.
    let isShared: Bool

    /// How many bytes its body has.
    var size: Int { prepared.size }
  }

  /// Makes a response ready for a connection, compressed where both want it; nil where memory is short.
  /// - Parameter closing: Whether the connection ends with it.
  func prepare(
    _ response: HTTPResponse, for connection: ConnectionPointer, closing: Bool
  ) -> Answer? {
    let isClosing = closing || idle.isStopping
    if let prepared = response.prepared, !isClosing {
      return Answer(status: response.status, prepared: prepared, isShared: true)
    }
    guard let prepared = prepare(response, for: connection) else { return nil }
    if isClosing { prepared.add("Connection", "close") }
    if !prepared.refusedFields.isEmpty {
      // The values are the request's or the application's; the names are enough to find the
      // mistake.
      let names = prepared.refusedFields.joined(separator: ", ")
      logger.error("Response fields that hold line breaks were left out: \(names)")
    }
    return Answer(status: response.status, prepared: prepared, isShared: !prepared.ownsBody)
  }

  /// Gives an answer to a connection.
  func queue(_ answer: Answer, on connection: ConnectionPointer) -> MHD_Result {
    MHD_queue_response(
      connection.raw, UInt32(clamping: answer.status.rawValue), answer.prepared.raw)
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
