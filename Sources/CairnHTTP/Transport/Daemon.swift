import CMicroHTTPD
import Logging
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A libmicrohttpd daemon, which is a thread that serves its connections with epoll.
///
/// It's unchecked for two reasons. The server uses `raw` and `listening` under its lock. The compressor and the
/// exchanges are used only on the daemon's thread.
final class Daemon: @unchecked Sendable {
  let configuration: HTTPServer.Configuration
  let headReading: HeadReading
  let responder: any HTTPResponder
  let logger: Logger
  let pendingReplies = PendingReplies()
  let streams = OpenStreams()
  /// The maximum number of produced responses. libmicrohttpd doesn't count them, so `HTTPServer` reserves descriptors.
  let producedLimit: Int
  /// The requests in flight. Each daemon has its own counter, because all cores would write to a shared one.
  let idle = Idle()
  let connections: Connections
  let addresses: AddressCounts
  let bytesInFlight: BytesInFlight
  let uploads: Uploads
  let rejections: RejectionLog
  /// Whether the daemon's thread is in the responder, and therefore doesn't read from any connection.
  let isResponding = Atomic(false)
  /// The ID of the daemon's thread, or 0 before the first connection.
  let threadID = Atomic<Int32>(0)
  /// The exchanges of the open connections. They're used only on the daemon's thread.
  var exchanges: [ObjectIdentifier: Exchange] = [:]
  /// Whether libmicrohttpd is about to log an error because a stream takes over a connection. It's used only on the
  /// daemon's thread.
  var isHandingOver = false
  private let compressor = Compressor(level: 1)
  private var raw: OpaquePointer?
  /// The listening socket, from `quiesce` to `stop`.
  private var listening: Int32 = -1
  /// The options at a fixed address. libmicrohttpd's thread logs through them as long as it runs.
  private let options = UnsafeMutablePointer<cairn_daemon_options>.allocate(capacity: 1)

  /// Creates a daemon.
  ///
  /// - Parameters:
  ///   - headReading: How heads are checked.
  ///   - connectionLimit: The maximum number of connections of this daemon.
  ///   - addresses: The number of connections of each client, shared by all daemons.
  ///   - bytesInFlight: The number of bytes of bodies and responses, shared by all daemons.
  ///   - uploads: The storage for uploaded files, shared by all daemons.
  ///   - rejections: The log of rejected requests, shared by all daemons.
  init(
    configuration: HTTPServer.Configuration, headReading: HeadReading,
    responder: any HTTPResponder, logger: Logger, connectionLimit: Int,
    addresses: AddressCounts, bytesInFlight: BytesInFlight, uploads: Uploads,
    rejections: RejectionLog
  ) {
    self.configuration = configuration
    self.headReading = headReading
    self.addresses = addresses
    self.bytesInFlight = bytesInFlight
    self.uploads = uploads
    self.rejections = rejections
    producedLimit = max(1, connectionLimit / 4)
    connections = Connections(
      limit: connectionLimit, limits: ConnectionLimits(configuration), addresses: addresses)
    self.responder = responder
    self.logger = logger
    options.initialize(to: cairn_daemon_options())
  }

  deinit {
    options.deallocate()
  }

  /// Starts to serve a listening socket, which the daemon owns from now on.
  ///
  /// - Returns: Whether libmicrohttpd has started.
  func start(_ socket: ListeningSocket) -> Bool {
    // The daemon is retained until libmicrohttpd's thread has ended, in `stop`.
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

  /// Stops accepting connections, and closes each connection after its next response.
  func quiesce() {
    idle.stop()
    streams.close()
    guard let raw else { return }
    listening = MHD_quiesce_daemon(raw)
    // Closing isn't enough, because a process that's being forked at this moment also has the socket.
    if listening >= 0 { shutdown(listening, Int32(SHUT_RDWR)) }
  }

  /// Answers suspended requests with 503, now and in the future. Responses in progress are broken off.
  func answerPending() {
    streams.cancel()
    for reply in pendingReplies.close() { reply.settle(.canceled) }
  }

  /// Closes all connections and ends the thread. No connection may be suspended.
  func stop() {
    guard let raw else { return }
    self.raw = nil
    MHD_stop_daemon(raw)
    // Don't close it any earlier. The thread still removes the socket from its epoll set, and libmicrohttpd aborts the
    // process if that fails.
    if listening >= 0 { close(listening) }
    listening = -1
    Unmanaged.passUnretained(self).release()
  }

  /// Ends the connections that take too long.
  ///
  /// - Returns: The number of connections that were ended.
  func sweep(at now: Int64, isMemoryScarce: Bool) -> Int {
    let refused = connections.refuseUnread(at: now, isReading: isWaitingForBytes) {
      responder.errorResponse(
        status: .targetTooLong, request: HTTPRequest(storage: RequestStorage())
      ).closingBytes
    }
    let limits = ConnectionLimits(configuration)
    return refused + connections.sweep(at: now, isMemoryScarce: isMemoryScarce)
      + streams.sweep(at: now, isMemoryScarce ? limits.scarce : limits)
  }

  /// Whether the daemon's thread waits for bytes on any connection that it reads. It doesn't if it's in the responder, or
  /// if it waits for a processor on a busy machine.
  private var isWaitingForBytes: Bool {
    !isResponding.load(ordering: .relaxed)
      && SystemThread(id: threadID.load(ordering: .relaxed)).isWaiting
  }

  /// A response that can be sent on a connection.
  struct Answer {
    let status: HTTPStatus
    let prepared: PreparedResponse
    /// Whether other responses share its bytes.
    let isShared: Bool

    /// The number of bytes of its body.
    var size: Int { prepared.size }
  }

  /// Prepares a response for a connection, and compresses it if both sides want that. Returns `nil` if there isn't
  /// enough memory.
  ///
  /// - Parameter closing: Whether the connection is closed after the response.
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
      // The values belong to the request or the application. The names are enough to find the mistake.
      let names = prepared.refusedFields.joined(separator: ", ")
      logger.error("Omitted response headers that contain line breaks: \(names)")
    }
    return Answer(status: response.status, prepared: prepared, isShared: !prepared.ownsBody)
  }

  /// Queues a response on a connection.
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
    // A strong tag identifies the uncompressed bytes, so the tag must become weak.
    if let tag = response.headers["ETag"], !tag.hasPrefix("W/") {
      response.headers["ETag"] = "W/" + tag
    }
    return PreparedResponse(response, adopting: compressed)
  }
}
