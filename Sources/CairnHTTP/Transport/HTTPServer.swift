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

  private enum State {
    case ready
    case running([Daemon], port: Int)
    case stopped
  }
  private let state = Mutex(State.ready)

  public init(configuration: Configuration, logger: Logger, responder: any HTTPResponder) {
    self.configuration = configuration
    self.logger = logger
    self.responder = responder
  }

  /// Listens, and returns; requests are answered from here on.
  public func start() throws(HTTPServerError) {
    try state.withLock { state throws(HTTPServerError) in
      guard case .ready = state else { throw .startedBefore }
      let count = max(1, configuration.daemons)
      let (sockets, port) = try ListeningSocket.open(
        host: configuration.host, port: configuration.port, count: count)
      var daemons: [Daemon] = []
      for socket in sockets {
        let daemon = Daemon(
          configuration: configuration, responder: responder, logger: logger)
        let limit = (configuration.connectionLimit + count - 1) / count
        guard daemon.start(socket, connectionLimit: limit) else {
          for started in daemons { started.stop() }
          for unused in sockets[daemons.count...] { unused.close() }
          throw .failed("libmicrohttpd refused, its reason is in the log at level debug")
        }
        daemons.append(daemon)
      }
      state = .running(daemons, port: port)
      logger.debug("Listening on \(configuration.host), port \(port), with \(count) daemons")
    }
  }

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
    let daemons = state.withLock { state -> [Daemon] in
      defer { state = .stopped }
      if case .running(let daemons, _) = state { return daemons }
      return []
    }
    guard !daemons.isEmpty else { return }
    let logger = logger
    await withCheckedContinuation { continuation in
      // It waits for threads, which the threads of tasks must not do.
      DispatchQueue.global().async {
        for daemon in daemons { daemon.quiesce() }
        let end = DispatchTime.now() + deadline.timeInterval
        if !daemons.allSatisfy({ $0.idle.wait(until: end) }) {
          logger.warning("Requests were still unanswered at the deadline and are given up")
        }
        for daemon in daemons { daemon.answerPending() }
        for daemon in daemons { _ = daemon.idle.wait(until: .now() + 1) }
        for daemon in daemons { daemon.stop() }
        continuation.resume()
      }
    }
  }
}

extension Duration {
  fileprivate var timeInterval: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
