public import Logging

#if canImport(Glibc)
  import Glibc
#endif

/// What a server is started with: the values of ``ServerOptions``, read and found to be right.
public struct ServerSettings: Hashable, Sendable {
  /// The name or address to listen on, without brackets. `127.0.0.1` unless told otherwise.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 lets the system choose one. 8080 unless told otherwise.
  public var port: UInt16 = 8080
  /// The origin under which browsers know the server where it is behind a proxy, such as
  /// `https://example.org`: with `https` the cookie is for safe connections alone. Without it the
  /// origin is `http` and the host that a request names, or what a trusted proxy says.
  public var publicOrigin: String?
  /// The proxies of which it is believed what they say of their clients, in `Forwarded` or in
  /// `X-Forwarded-For`, `-Proto` and `-Host`: addresses such as `127.0.0.1`, and networks such as
  /// `10.0.0.0/8`. None unless told otherwise, and then these fields are ignored.
  public var trustedProxies: [String] = []
  /// The least severe messages that are logged. `info` unless told otherwise.
  public var logLevel = Logger.Level.info
  /// How each request is logged, to standard output. Not at all unless told otherwise.
  public var accessLog = AccessLogFormat.off
  /// The port for metrics in Prometheus' text format, at `/metrics`. With 0, the system chooses one. By default,
  /// there is none. Then the server counts nothing, unless the process has bootstrapped a backend of swift-metrics.
  public var metricsPort: UInt16?
  /// The name or address of the port for metrics. `127.0.0.1` unless told otherwise.
  public var metricsHost = "127.0.0.1"
  /// Folders whose files are served below `/public/`; a later one overrides an earlier one.
  public var publicDirectories: [String] = []
  /// The folder whose templates override those of the package.
  public var templateDirectory: String?
  /// The names under which browsers may reach the server, beside that of ``publicOrigin``: those of a
  /// request's `Host`, without ports. A request that names another is answered with 421, so that a name
  /// of somebody else's which leads here (DNS rebinding) is none of ours. Addresses and `localhost` are
  /// always let through, for nobody can make them lead elsewhere; so is what a trusted proxy says.
  public var allowedHosts: [String] = []
  /// The most sessions that are kept. 10,000 unless told otherwise.
  public var maximumSessions = 10_000
  /// The most scenes of a session; beyond it the one that was not used for the longest time goes.
  /// 32 unless told otherwise.
  public var scenesPerSession = 32
  /// The most scenes in memory, those of all sessions together; others are in the session store alone
  /// until they are used. 1,000 unless told otherwise.
  public var maximumLiveScenes = 1000
  /// The most bytes that is kept of a session's scenes; beyond them its oldest scenes go, and a page that
  /// would need more by itself is refused with 413. 4 MiB unless told otherwise.
  public var maximumSessionSize = 4 * 1024 * 1024
  /// The most bytes that are kept of all sessions; beyond them those go that were not used for the
  /// longest time. 1 GiB unless told otherwise; a store in memory has a limit of its own.
  public var maximumStoreSize = 1024 * 1024 * 1024
  /// The most bytes of all scenes in memory, as far as that can be told from what is stored of them.
  /// Beyond them they are in the session store alone until they are used. 96 MiB unless told otherwise.
  public var maximumLiveSize = 96 * 1024 * 1024
  /// The most bytes of bodies that have arrived and of answers that were not sent yet, all connections
  /// together; beyond them requests are answered with 503, before their bodies are read. 64 MiB unless
  /// told otherwise.
  public var maximumBytesInFlight = 64 * 1024 * 1024
  /// The most bytes of the files that a form brings; more is answered with 413. 10 MiB unless told otherwise.
  /// All files that are on disk together, until the application has moved them or let go of them, may have a
  /// hundred times as many; beyond them forms with files are answered with 503.
  public var maximumUploadSize = 10 * 1024 * 1024
  /// The most connections. 4,096 unless told otherwise.
  public var maximumConnections = 4096
  /// The most connections of one client: of an IPv4 address, or an IPv6 network of 64 bits. Those of
  /// ``trustedProxies`` are not counted. 512 unless told otherwise.
  public var maximumConnectionsPerClient = 512
  /// How long a session is kept without being used. 12 hours unless told otherwise.
  public var sessionIdle = Duration.seconds(12 * 60 * 60)

  /// The file of the secret that signs cookies and pages, which is made where there is none. Without it
  /// the secret ends with the process, and what a session store keeps can not be reached any more.
  public var secretFile: String?

  /// Whether scenes are recorded, and their pages have the controls of a recorder: for development. What
  /// users do and see is in the journals. Not unless told otherwise.
  public var recordsScenes = false
  /// The most bytes of a scene's journal; what is older goes into the state that it begins with. 4 MiB
  /// unless told otherwise.
  public var recordingLimit = 4 * 1024 * 1024

  /// Where files are while they are uploads, for tests that look there.
  package var uploadsFolder: String?
  /// Where the access log goes.
  package var accessLogDescriptor = STDOUT_FILENO
  /// The secret, for tests that start a server again.
  package var secretBytes: [UInt8]?
  /// What the idle time is measured by, for tests that do not wait for it.
  package var idleClock = IdleClock.system
  /// How long a stream of events is silent at most. Browsers give up one that is silent for three times as long.
  package var streamPause = Duration.seconds(15)
  /// How long an answer waits for the effects of its action. Tests that need every effect wait longer.
  package var settleLimit = Duration.milliseconds(50)

  /// Settings as they are without any option.
  public init() {}

  /// A logger that writes one line a message to standard error, from ``logLevel`` on.
  ///
  /// - Parameter label: What the lines call the part of the program that writes them.
  public func logger(label: String) -> Logger {
    var logger = Logger(label: label) { LineLogHandler(label: $0) }
    logger.logLevel = logLevel
    return logger
  }
}
