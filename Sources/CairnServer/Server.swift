import ArgumentParser
public import CairnApplications
import CairnChrome
public import CairnDependencies
import CairnEndpoints
package import CairnHTTP
public import CairnHealth
import CairnPublic
import CairnRecorder
import CairnReducers
import CairnScreens
import CairnSecurity
public import CairnSessions
import CairnTemplates
import CairnViews
import Foundation
public import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals

/// A server of one or more applications, and of endpoints.
///
/// ```swift
/// let server = try Server(settings: options.settings) {
///   Mount("/", GalleryApp.self)
///   Mount("/inventory", InventoryApp.self)
///   Endpoint(.get, "/version") { _ in .text("1.0") }
/// }
/// try await server.run()
/// ```
public final class Server: Sendable {
  /// The responder to requests, for tests that don't need a socket.
  package var responder: any HTTPResponder { edge }
  private let edge: Edge
  var pages: PageResponder { edge.pages }
  private let http: HTTPServer
  private let metricsServer: HTTPServer?
  /// The reader of metrics, or `nil` if metrics aren't collected.
  let metrics: MetricsReader?
  private let accessLog: LineWriter?
  /// Removes idle sessions while the server runs.
  private let sweeping = Mutex<Task<Void, Never>?>(nil)
  /// Reports to the store which sessions are in use, every 10 seconds.
  private let noting = Mutex<Task<Void, Never>?>(nil)
  private let beating = Mutex<Task<Void, Never>?>(nil)
  /// Keeps serving for a while before the server stops.
  private let draining = Mutex<Task<Void, Never>?>(nil)
  private let drainPeriod: Duration
  private let log: ServerLog
  /// The values of the message about the start that are known before it.
  private let startMetadata: Logger.Metadata

  /// Creates a server of applications, endpoints, and middleware.
  /// - Parameters:
  ///   - settings: The address to listen on, the folders to serve, and the limits.
  ///   - sessions: The store that keeps sessions. By default, sessions are kept in memory and end with the process.
  ///   - logger: The logger for all messages of the server, with your metadata and level. By default, the server uses
  ///     the handler that you bootstrapped swift-log with. Without one, it writes lines to standard error. In both
  ///     cases, ``ServerSettings/logLevel`` applies.
  ///   - checks: The checks that must pass before `/~ready` responds with 200.
  ///   - prepareDependencies: A closure that sets the dependencies of all applications and endpoints.
  ///   - mounts: The applications, each at a path, the endpoints, and the middleware.
  /// - Throws: ``ServerError`` if a setting or an endpoint is invalid, or if the secret, a folder, or a template can't be
  ///   used.
  public init(
    settings: ServerSettings = ServerSettings(),
    sessions: any SessionStore = MemorySessionStore(),
    logger: Logger? = nil,
    checks: [HealthCheck] = [],
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    @ServerBuilder mounts: () -> ServerContent
  ) throws(ServerError) {
    let log = ServerLog(logger, level: settings.logLevel)
    let logger = log.server
    let origin = settings.publicOrigin.flatMap { Origin($0) }
    if let text = settings.publicOrigin, origin == nil {
      throw ServerError(
        "'\(text)' isn't an origin. Use one such as https://example.org.")
    }
    guard let prefix = PathPrefix(settings.pathPrefix) else {
      throw ServerError("'\(settings.pathPrefix)' isn't a path prefix. Use one such as /shop.")
    }
    let proxies = try Self.networks(settings.trustedProxies)
    let (secret, secretSource): (ServerSecret, String)
    let files: StaticFiles
    let templates: Templates
    do {
      (secret, secretSource) = try settings.loadSecret()
      files = try StaticFiles(
        files: CairnPublic.files,
        directories: settings.publicDirectories.map { URL(filePath: $0) },
        prefix: prefix.path + "/public")
      templates = try Templates(
        files: CairnTemplates.files,
        directories: settings.templateDirectory.map { [URL(filePath: $0)] } ?? []
      ) { [files] in files.contains($0) ? files.url(for: $0) : nil }
    } catch {
      throw ServerError("\(error)")
    }
    let dependencies = withDependencies {
      let surrounding = $0
      $0.context = .live
      $0.settleRule = SettleRule(
        limit: settings.settleLimit, limitWithoutScript: settings.settleLimitWithoutScript,
        isInTest: surrounding.context == .test)
      if surrounding.context == .test {
        // Keep the test's files and in-memory values. The test can read them, and other tests don't share them.
        $0.defaultFileStorage = surrounding.defaultFileStorage
        $0.defaultInMemoryStorage = surrounding.defaultInMemoryStorage
      }
      $0.publicFiles = PublicFiles(contains: { files.contains($0) }, url: { files.url(for: $0) })
      prepareDependencies(&$0)
    } operation: {
      DependencyValues._current
    }
    let content = mounts().prefixed(by: Location(prefix.segments))
    for mount in content.mounts {
      if let error = mount.catalogError { throw ServerError("\(error)") }
    }
    let metrics = Metrics(hasPort: settings.metricsPort != nil)
    let store = WatchedStore(sessions, metrics: metrics, logger: logger)
    let pages = PageResponder(
      mounts: content.mounts, prefix: prefix, files: files, templates: templates,
      settings: settings, store: store,
      leases: (sessions as? any LeasingSessionStore)?.makeLeaseHolder(), secret: secret,
      origin: origin, dependencies: dependencies,
      recorder: settings.recordsScenes ? JournalRecorder(limit: settings.recordingLimit) : nil,
      logger: logger, metrics: metrics)
    let endpoints = try Self.endpoints(of: content, below: prefix, pages, logger)
    var configuration = HTTPServer.Configuration()
    configuration.host = settings.host
    configuration.port = Int(settings.port)
    configuration.trustedProxies = proxies
    if let endpoints {
      configuration.methods += endpoints.methods.subtracting(configuration.methods)
    }
    configuration.connectionLimit = settings.maximumConnections
    configuration.connectionLimitPerAddress = settings.maximumConnectionsPerClient
    configuration.bytesInFlightLimit = settings.maximumBytesInFlight
    configuration.limits.maxUploadSize = settings.maximumUploadSize
    configuration.uploadsLimit = 100 * settings.maximumUploadSize
    configuration.uploadsFolder = settings.uploadsFolder
    let accessLog =
      settings.accessLog == .off
      ? nil
      : LineWriter(descriptor: settings.accessLogDescriptor) {
        logger.warning(
          "\($0) lines of the access log were dropped because they weren't read in time")
      }
    self.accessLog = accessLog
    configuration.observer = Observers([
      accessLog.map { AccessLog(settings.accessLog, $0) }, metrics,
    ])
    edge = Edge(
      pages: pages, endpoints: endpoints,
      middleware: MiddlewareChain(
        content.middleware, sessions: VisitorSessions(pages: pages)
      ) { [log = LogRate(logger: logger)] in
        log.log(.error, kind: $0, "\($0) failed: \(LogLine.singleLine("\($1)"))")
      },
      health: HealthResponder(
        checks: HealthChecks(checks, dependencies: dependencies, logger: logger), prefix: prefix,
        checkStore: store.check,
        checkSetup: { [pages] in
          pages.foreignScenes.areFound(at: pages.idleClock.time.microsecondsSince1970)
            ? "the servers seem to have separate session stores" : nil
        }),
      hosts: HostCheck(settings: settings, origin: origin), logger: logger,
      tracer: RequestTracer())
    let http = HTTPServer(configuration: configuration, logger: logger, responder: edge)
    self.http = http
    let reader = metrics.map {
      MetricsReader(metrics: $0, pages: pages, http: http, accessLog: accessLog)
    }
    self.metrics = reader
    if let reader, let port = settings.metricsPort {
      var configuration = HTTPServer.Configuration()
      configuration.host = settings.metricsHost
      configuration.port = Int(port)
      configuration.daemons = 1
      metricsServer = HTTPServer(
        configuration: configuration, logger: logger,
        responder: MetricsResponder(
          reader: reader,
          hosts: HostCheck(settings: settings, origin: origin, own: [settings.metricsHost])))
    } else {
      metricsServer = nil
    }
    self.log = log
    drainPeriod = settings.drainPeriod
    let kind = (sessions as? any CustomStringConvertible)?.description ?? "\(type(of: sessions))"
    var metadata: Logger.Metadata = [
      "sessions": "\(kind)", "secret": "\(secret.metadata(from: secretSource))",
      "cairn": "\(CairnVersion.current)",
    ]
    if let version = settings.applicationVersion { metadata["version"] = "\(version)" }
    startMetadata = metadata
  }

  private static func endpoints(
    of content: ServerContent, below prefix: PathPrefix, _ pages: PageResponder, _ logger: Logger
  ) throws(ServerError) -> EndpointResponder? {
    let log = LogRate(logger: logger)
    do throws(EndpointTable.Mistake) {
      return try EndpointResponder(
        content.allEndpoints, prefix: prefix, sessions: VisitorSessions(pages: pages)
      ) { endpoint, error in
        log.log(.error, kind: endpoint, "\(endpoint) failed: \(LogLine.singleLine("\(error)"))")
      }
    } catch {
      throw ServerError(error.description)
    }
  }

  private static func networks(_ texts: [String]) throws(ServerError) -> [IPNetwork] {
    try texts.map { text throws(ServerError) in
      guard let network = IPNetwork(text) else {
        throw ServerError(
          "'\(text)' isn't an address or a network such as 10.0.0.0/8.")
      }
      return network
    }
  }

  /// The limits on requests, for transports without a socket.
  package var limits: RequestLimits { http.configuration.limits }

  /// Returns the source locations of effects that responses of a test have waited for in vain, since the last call.
  package func takeOverdueEffects() -> [String] {
    pages.overduePlaces.withLock { places in
      defer { places = [] }
      return places
    }
  }

  /// The number of bytes of uploaded files on disk.
  package var uploadedBytes: Int { http.uploadedBytes }

  /// The number of sessions in memory.
  package var sessionCount: Int { pages.sessions.count }

  /// The number of scenes in memory, across all sessions.
  package var sceneCount: Int {
    pages.sessions.all.reduce(0) { $0 + $1.state.withLock(\.scenes.count) }
  }

  /// The number of open event streams.
  package var streamCount: Int { pages.streams.count }

  /// The URL of the start page, as a process on the same machine can request it.
  private var url: String {
    let prefix = pages.prefix.path
    return prefix.isEmpty ? http.url : "\(http.url)\(prefix)"
  }

  /// The port that the server listens on.
  public var port: Int { http.port }

  /// The port that serves metrics, or `nil` if metrics aren't served.
  public var metricsPort: Int? { metricsServer?.port }

  /// Starts to listen, and returns immediately.
  /// - Throws: ``ServerError`` if a port can't be opened.
  public func start() throws(ServerError) {
    ProcessOutput.ignoreBrokenPipes()
    do {
      try metricsServer?.start()
      try http.start()
    } catch {
      if let metricsServer { Task { await metricsServer.stop(deadline: .zero) } }
      throw ServerError("\(error)")
    }
    logStart()
    let pages = pages
    pages.workload.start()
    pages.reportStorageGaps()
    let sweeping = Task {
      let interval = min(max(pages.sessions.idle / 4, .milliseconds(100)), .seconds(60))
      while (try? await Task.sleep(for: interval)) != nil {
        pages.sessions.sweep()
        await pages.keeper.removeIdleSessions()
      }
    }
    self.sweeping.withLock { $0 = sweeping }
    let noting = Task { [metrics] in
      await metrics?.recordStoredBytes()
      while (try? await Task.sleep(for: .seconds(10))) != nil {
        pages.storeUses()
        metrics?.record()
        await metrics?.recordStoredBytes()
      }
    }
    self.noting.withLock { $0 = noting }
    let beating = Task {
      while (try? await Task.sleep(for: pages.streams.pause)) != nil { pages.beat() }
    }
    self.beating.withLock { $0 = beating }
    edge.health.start()
  }

  private func logStart() {
    let process = ProcessInfo.processInfo
    var metadata = startMetadata
    metadata["process"] = "\(process.processIdentifier)"
    metadata["url"] = "\(url)"
    if let metricsServer { metadata["metrics"] = "\(metricsServer.url)\(MetricsResponder.path)" }
    log.server.info("Started \(process.processName)", metadata: metadata)
  }

  /// Stops listening, completes the requests in progress, and returns when all connections are closed.
  ///
  /// As soon as this is called, `/~ready` responds with 503. With a ``ServerSettings/drainPeriod``, the server keeps
  /// serving for that time first, unless this is called again.
  public func stop() async {
    if edge.health.drain() { await drain() }
    edge.health.stop()
    stopDraining()
    let drain = await http.stop()
    if let drain { log.server.info("Drained", metadata: drain.metadata) }
    await metricsServer?.stop(deadline: .zero)
    sweeping.withLock { $0?.cancel() }
    beating.withLock { $0?.cancel() }
    noting.withLock { $0?.cancel() }
    pages.workload.stop()
    pages.storeUses()
    metrics?.record()
    pages.sessions.removeAll()
    pages.leases?.leave()
    await accessLog?.finish()
    if drain != nil { log.server.info("Stopped") }
  }

  private func drain() async {
    guard drainPeriod > .zero else { return }
    log.server.info("Draining", metadata: ["period": "\(drainPeriod)"])
    let task = Task { [pages, drainPeriod] in
      await pages.streams.drain(for: drainPeriod, clock: pages.dependencies.continuousClock)
    }
    draining.withLock { $0 = task }
    // Another call may have stopped the server before the task was known.
    if !edge.health.isDraining { task.cancel() }
    await task.value
  }

  /// Ends the drain period early.
  private func stopDraining() { draining.withLock { $0?.cancel() } }

  /// Ends all work immediately, as if the process had ended. Changes are no longer stored.
  package func abandon() {
    edge.abandon()
    pages.keeper.abandon()
    pages.sessions.removeAll()
    pages.leases?.leave()
  }

  /// Runs the server until the process receives SIGINT, SIGTERM, or SIGHUP. It then completes the requests in progress,
  /// and returns. A second signal ends the ``ServerSettings/drainPeriod``.
  /// - Parameter onStart: A closure that's called with the server's URL as soon as the server listens.
  /// - Throws: ``ServerError`` if the server can't be started.
  public func run(
    onStart: @escaping @Sendable (String) -> Void = { Server.announce($0) }
  ) async throws {
    IssueLog.begin(log.issues)
    let service = ServerService(server: self, onStart: onStart)
    let group = ServiceGroup(services: [service], logger: log.server)
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
    let watching = Task { [self, log] in
      for await signal in signals {
        log.server.notice("Shutdown requested", metadata: ["signal": "\(signal)"])
        stopDraining()
        await group.triggerGracefulShutdown()
      }
    }
    defer { watching.cancel() }
    try await group.run()
  }

  /// Writes a line to standard output, without waiting for a reader.
  @usableFromInline package static func announce(_ text: String) {
    ProcessOutput.standard.append("\(text)\n".utf8)
  }

  private struct ServerService: Service {
    let server: Server
    let onStart: @Sendable (String) -> Void

    func run() async throws {
      try server.start()
      onStart(server.url)
      try await gracefulShutdown()
      await server.stop()
    }
  }
}

/// An error that explains in one line why a server can't be created or started.
public struct ServerError: Error, CustomStringConvertible {
  /// The explanation, in one line.
  public let description: String

  init(_ description: String) {
    // The text may contain control characters, for example from a path.
    self.description = LogLine.singleLine(description)
  }
}
