import Dispatch
public import Logging
import Synchronization

/// An HTTP/1.1 server with one libmicrohttpd daemon per core, all on the same port.
///
/// A server runs until it's stopped, even if there are no more references to it.
public final class HTTPServer: Sendable {
  /// The configuration of the server.
  public let configuration: Configuration
  private let logger: Logger
  private let responder: any HTTPResponder
  private let bytesInFlight: BytesInFlight
  private let uploads: Uploads
  private let rejections: RejectionLog

  private enum State {
    case ready
    case running([Daemon], port: Int)
    case stopped
  }
  private let state = Mutex(State.ready)
  private let sweeper = Mutex<Sweeper?>(nil)

  /// Creates a server. Call ``start()`` to listen for connections.
  public init(configuration: Configuration, logger: Logger, responder: any HTTPResponder) {
    self.configuration = configuration
    self.logger = logger
    self.responder = responder
    bytesInFlight = BytesInFlight(limit: configuration.bytesInFlightLimit)
    uploads = Uploads(
      in: configuration.uploadsFolder, limit: configuration.uploadsLimit, logger: logger)
    rejections = RejectionLog(logger: logger)
  }

  /// Starts to listen for connections, and returns. From now on, requests are answered.
  ///
  /// - Throws: An ``HTTPServerError`` if the host or port can't be used, or if this version of libmicrohttpd can't be
  ///   used safely.
  public func start() throws(HTTPServerError) {
    let headReading: HeadReading
    if let chosen = configuration.headReading {
      headReading = chosen
    } else {
      headReading = try LibraryTrial.outcome.get()
    }
    try state.withLock { state throws(HTTPServerError) in
      guard case .ready = state else { throw .startedBefore }
      let count = max(1, configuration.daemons)
      let (sockets, port) = try ListeningSocket.open(
        host: configuration.host, port: configuration.port, count: count)
      let connections = possibleConnections()
      let addresses = AddressCounts(
        limit: configuration.connectionLimitPerAddress, exempt: configuration.trustedProxies)
      var daemons: [Daemon] = []
      for socket in sockets {
        let daemon = Daemon(
          configuration: configuration, headReading: headReading, responder: responder,
          logger: logger, connectionLimit: (connections + count - 1) / count, addresses: addresses,
          bytesInFlight: bytesInFlight, uploads: uploads, rejections: rejections)
        guard daemon.start(socket) else {
          for started in daemons { started.stop() }
          for unused in sockets[daemons.count...] { unused.close() }
          throw .failed("libmicrohttpd failed. To see the reason, set the log level to debug")
        }
        daemons.append(daemon)
      }
      state = .running(daemons, port: port)
      if configuration.limits.maxUploadSize > 0 { uploads.removeAbandoned() }
      if let interval = configuration.sweepInterval {
        let timer = makeSweeper(every: interval)
        sweeper.withLock { $0 = timer }
      }
      logger.debug("Started \(count) daemons for port \(port)")
    }
  }

  /// Returns the number of possible connections. A connection that can't be accepted couldn't be ended to
  /// make room either.
  private func possibleConnections() -> Int {
    let wanted = configuration.connectionLimit
    // There can be half as many streams of events and a quarter as many produced responses in addition, which
    // libmicrohttpd doesn't count.
    let files = OpenFiles.allow(connections: wanted / 4 * 7) / 7 * 4
    let possible = OpenFiles.connections(wanted: wanted, files: files)
    if possible < wanted {
      logger.warning(
        "Limited to \(possible) connections instead of \(wanted): the process can open only \(files) files (ulimit -n)"
      )
    }
    return possible
  }

  private func makeSweeper(every interval: Duration) -> Sweeper {
    // The timer needs its own queue, because it must run even if all other queues are overloaded.
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "cairn.connections"))
    timer.schedule(deadline: .now() + interval.timeInterval, repeating: interval.timeInterval)
    timer.setEventHandler { [self] in sweep() }
    timer.activate()
    return Sweeper(timer: timer)
  }

  /// Ends the connections that take too long.
  ///
  /// - Parameter ahead: An offset to the current time in milliseconds, so that tests don't have to wait.
  /// - Returns: The number of connections that were ended.
  @discardableResult
  package func sweep(ahead: Int64 = 0) -> Int {
    let daemons = runningDaemons
    let isScarce = bytesInFlight.isScarce || uploads.room.isScarce
    return daemons.reduce(0) {
      $0 + $1.sweep(at: ConnectionClock.now + ahead, isMemoryScarce: isScarce)
    }
  }

  private var runningDaemons: [Daemon] {
    state.withLock { state in
      if case .running(let daemons, _) = state { daemons } else { [] }
    }
  }

  /// The number of open connections including streams, the number of streams, and the number of bytes of bodies and
  /// responses in flight.
  package var load: (connections: Int, streams: Int, bytes: Int) {
    let daemons = runningDaemons
    let streams = daemons.reduce(0) { $0 + $1.streams.count }
    return (
      daemons.reduce(streams) { $0 + $1.connections.count }, streams, bytesInFlight.count
    )
  }

  /// The number of bytes of files on disk.
  package var uploadedBytes: Int { uploads.room.count }

  /// The port that the server listens on, or the configured port before it was started.
  public var port: Int {
    state.withLock { state in
      if case .running(_, let port) = state { port } else { configuration.port }
    }
  }

  /// The URL with the configured host and the port.
  package var url: String {
    let host = configuration.host
    return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  /// Stops accepting connections, waits until requests in flight are answered, and then closes all connections.
  ///
  /// The server responds with 503 to requests that aren't answered by the deadline. The method returns when the
  /// daemons' threads have ended. It has no effect on a server that isn't running.
  ///
  /// - Returns: The work that the server waited for, or `nil` if it wasn't running.
  @discardableResult
  public func stop(deadline: Duration = .seconds(10)) async -> HTTPDrain? {
    await withCheckedContinuation { continuation in
      // This waits for threads, which must not happen on the threads of Swift's tasks.
      DispatchQueue.global().async { [self] in
        continuation.resume(returning: blockingStop(deadline: deadline))
      }
    }
  }

  /// Stops the server like ``stop(deadline:)``, but blocks the thread.
  @discardableResult
  func blockingStop(deadline: Duration) -> HTTPDrain? {
    let daemons = state.withLock { state -> [Daemon] in
      defer { state = .stopped }
      if case .running(let daemons, _) = state { return daemons }
      return []
    }
    guard let patience = daemons.first?.headReading.patience else { return nil }
    sweeper.withLock { sweeper in
      sweeper?.timer.cancel()
      sweeper = nil
    }
    let began = ContinuousClock.now
    var drain = HTTPDrain(
      requests: daemons.reduce(0) { $0 + $1.idle.requests },
      streams: daemons.reduce(0) { $0 + $1.streams.count })
    for daemon in daemons { daemon.quiesce() }
    let end = DispatchTime.now() + deadline.timeInterval
    if !daemons.allSatisfy({ $0.idle.wait(until: end) }) {
      logger.warning("Some requests didn't finish before the shutdown deadline and were canceled")
    }
    for daemon in daemons { daemon.answerPending() }
    let answered = DispatchTime.now() + 1
    for daemon in daemons { _ = daemon.idle.wait(until: answered) }
    drain.duration = .now - began
    // End all connections first, so that a connection that doesn't end delays only its own daemon.
    for daemon in daemons { daemon.connections.endAll() }
    let ended = DispatchTime.now() + patience.timeInterval
    for daemon in daemons { daemon.connections.awaitEnd(until: ended) }
    for daemon in daemons { daemon.stop() }
    uploads.close()
    return drain
  }
}

/// A timer that regularly looks for connections that take too long.
///
/// It's unchecked because Dispatch's sources can be used from any thread.
private struct Sweeper: @unchecked Sendable {
  let timer: any DispatchSourceTimer
}

extension Duration {
  fileprivate var timeInterval: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
