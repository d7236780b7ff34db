import Dispatch
public import Logging
import Synchronization

/// An HTTP/1.1 server: libmicrohttpd's daemons, one a core, on one port.
///
/// A server that was started runs until it is stopped, also when nobody holds it any more.
public final class HTTPServer: Sendable {
  public let configuration: Configuration
  private let logger: Logger
  private let responder: any HTTPResponder
  private let bytesInFlight: BytesInFlight
  private let uploads: Uploads

  private enum State {
    case ready
    case running([Daemon], port: Int)
    case stopped
  }
  private let state = Mutex(State.ready)
  private let sweeper = Mutex<Sweeper?>(nil)

  public init(configuration: Configuration, logger: Logger, responder: any HTTPResponder) {
    self.configuration = configuration
    self.logger = logger
    self.responder = responder
    bytesInFlight = BytesInFlight(limit: configuration.bytesInFlightLimit)
    uploads = Uploads(
      in: configuration.uploadsFolder, limit: configuration.uploadsLimit, logger: logger)
  }

  /// Listens, and returns; requests are answered from here on.
  ///
  /// - Throws: An ``HTTPServerError`` if the host or the port can't be used, or if this version of
  ///   libmicrohttpd can't be used safely.
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
          bytesInFlight: bytesInFlight, uploads: uploads)
        guard daemon.start(socket) else {
          for started in daemons { started.stop() }
          for unused in sockets[daemons.count...] { unused.close() }
          throw .failed("libmicrohttpd refused, its reason is in the log at level debug")
        }
        daemons.append(daemon)
      }
      state = .running(daemons, port: port)
      if configuration.limits.maxUploadSize > 0 { uploads.removeAbandoned() }
      if let interval = configuration.sweepInterval {
        let timer = makeSweeper(every: interval)
        sweeper.withLock { $0 = timer }
      }
      logger.debug("Listening on \(configuration.host), port \(port), with \(count) daemons")
    }
  }

  /// The most connections. One that can not be accepted would be one that can not be ended to make room, either.
  private func possibleConnections() -> Int {
    let wanted = configuration.connectionLimit
    // Half as many may be streams besides, which libmicrohttpd does not count.
    let files = OpenFiles.allow(connections: wanted / 2 * 3) / 3 * 2
    let possible = OpenFiles.connections(wanted: wanted, files: files)
    if possible < wanted {
      logger.warning(
        "There will be \(possible) connections and not \(wanted): the process may open \(files) files (ulimit -n)"
      )
    }
    return possible
  }

  private func makeSweeper(every interval: Duration) -> Sweeper {
    // A queue of its own: it has to come to its turn where all others have too much to do.
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "cairn.connections"))
    timer.schedule(deadline: .now() + interval.timeInterval, repeating: interval.timeInterval)
    timer.setEventHandler { [self] in sweep() }
    timer.activate()
    return Sweeper(timer: timer)
  }

  /// Ends the connections that take too long.
  /// - Parameter ahead: How much later it is taken to be, in milliseconds; for tests that do not wait.
  /// - Returns: How many were ended.
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

  /// How many connections are open, and how many bytes of bodies and answers are on their way.
  package var load: (connections: Int, bytes: Int) {
    let daemons = runningDaemons
    return (
      daemons.reduce(0) { $0 + $1.connections.count + $1.streams.count }, bytesInFlight.count
    )
  }

  /// How many bytes of files are on disk.
  package var uploadedBytes: Int { uploads.room.count }

  /// The port that the server listens on; the configured one before it was started.
  public var port: Int {
    state.withLock { state in
      if case .running(_, let port) = state { port } else { configuration.port }
    }
  }

  /// Stops: no new connections, requests in flight are answered, then all connections are closed.
  ///
  /// What is not answered by the deadline gets 503. Returns when the daemons' threads have ended.
  /// Stopping a server that does not run does nothing.
  public func stop(deadline: Duration = .seconds(10)) async {
    await withCheckedContinuation { continuation in
      // It waits for threads, which the threads of tasks must not do.
      DispatchQueue.global().async { [self] in
        blockingStop(deadline: deadline)
        continuation.resume()
      }
    }
  }

  /// Does what ``stop(deadline:)`` does, and blocks its thread.
  func blockingStop(deadline: Duration) {
    let daemons = state.withLock { state -> [Daemon] in
      defer { state = .stopped }
      if case .running(let daemons, _) = state { return daemons }
      return []
    }
    guard let patience = daemons.first?.headReading.patience else { return }
    sweeper.withLock { sweeper in
      sweeper?.timer.cancel()
      sweeper = nil
    }
    for daemon in daemons { daemon.quiesce() }
    let end = DispatchTime.now() + deadline.timeInterval
    if !daemons.allSatisfy({ $0.idle.wait(until: end) }) {
      logger.warning("Requests were still unanswered at the deadline and are given up")
    }
    for daemon in daemons { daemon.answerPending() }
    let answered = DispatchTime.now() + 1
    for daemon in daemons { _ = daemon.idle.wait(until: answered) }
    // All at once: a connection that doesn't end must not hold up those of the next daemon.
    for daemon in daemons { daemon.connections.endAll() }
    let ended = DispatchTime.now() + patience.timeInterval
    for daemon in daemons { daemon.connections.awaitEnd(until: ended) }
    for daemon in daemons { daemon.stop() }
    uploads.close()
  }
}

/// Looks for connections that take too long, now and then.
///
/// Unchecked: Dispatch's sources may be used from any thread.
private struct Sweeper: @unchecked Sendable {
  let timer: any DispatchSourceTimer
}

extension Duration {
  fileprivate var timeInterval: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
