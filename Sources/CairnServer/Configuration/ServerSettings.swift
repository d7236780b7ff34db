public import CairnFeatures
import Foundation
public import Logging

/// The settings of a server.
///
/// Set them directly, or get them from ``ServerOptions``, which checks them.
public struct ServerSettings: Hashable, Sendable {
  /// The name or address to listen on, without brackets. The default is `127.0.0.1`.
  public var host = "127.0.0.1"
  /// The port to listen on. With 0, the system chooses one. The default is 8080.
  public var port: UInt16 = 8080
  /// The origin under which browsers reach a server behind a proxy, such as `https://example.org`.
  ///
  /// With `https`, browsers send the cookie only over secure connections. If this is `nil`, the origin is `http` and
  /// the host of the request, or the origin that a trusted proxy reports.
  public var publicOrigin: String?
  /// The path below which the server serves everything, such as `/shop`, so that several servers can share a host.
  ///
  /// It's in front of the paths of applications, endpoints, public files, and health checks. The proxy must pass on
  /// requests with this path. The session cookie is limited to it. The default is empty, for a server that has a host
  /// of its own.
  public var pathPrefix = ""
  /// The proxies that are trusted to report their clients, in `Forwarded` or in `X-Forwarded-For`, `X-Forwarded-Proto`,
  /// and `X-Forwarded-Host`.
  ///
  /// Each element is an address such as `127.0.0.1`, or a network such as `10.0.0.0/8`. The default is empty, so the
  /// server ignores these header fields.
  public var trustedProxies: [String] = []
  /// The version of your application, such as `1.4` or a commit. The server logs it when it starts.
  ///
  /// When a browser with the script gets changes from a server with another version, it loads its page again. Servers of
  /// one deployment must therefore have the same version. The default is `nil`.
  public var applicationVersion: String?
  /// The minimum level of messages to log. The default is `info`.
  public var logLevel = Logger.Level.info
  /// The format in which requests are logged to standard output. The default is `off`.
  public var accessLog = AccessLogFormat.off
  /// The port that serves metrics at `/metrics`, in Prometheus' text format. With 0, the system chooses one.
  ///
  /// By default, this is `nil`. The server then doesn't collect metrics, unless the process has bootstrapped a backend
  /// of swift-metrics.
  public var metricsPort: UInt16?
  /// The name or address to listen on for metrics. The default is `127.0.0.1`.
  public var metricsHost = "127.0.0.1"
  /// The folders whose files are served below `/public/`. Files in later folders override those in earlier ones.
  public var publicDirectories: [String] = []
  /// The folder of templates that override the package's own.
  public var templateDirectory: String?
  /// The names under which browsers may reach the server, in addition to ``host`` and the host of ``publicOrigin``.
  ///
  /// A name is the `Host` of a request, without the port. The server responds with 421 to other names. This prevents
  /// attacks with a domain that an attacker points to this server (DNS rebinding). Addresses, `localhost`, and names that
  /// end in `.localhost` are always allowed, because an attacker can't point them elsewhere. Hosts that a trusted proxy
  /// reports are allowed too.
  public var allowedHosts: [String] = []
  /// The maximum number of sessions. Above it, the server removes sessions in the order that ``maximumStoreSize``
  /// describes. The default is 10,000.
  public var maximumSessions = 10_000
  /// The maximum number of scenes in a session. Above it, the server removes the least recently used scenes. The
  /// default is 32.
  public var scenesPerSession = 32
  /// The maximum number of scenes in memory, across all sessions. Other scenes are only in the session store until
  /// they're used. The default is 1,000.
  public var maximumLiveScenes = 1000
  /// The maximum size of a stored session in bytes. The default is 4 MiB.
  ///
  /// It includes the session's scenes, values, and responses. Above the limit, the server removes the least recently
  /// used scenes. If a single submission would store more, the server responds with 413.
  public var maximumSessionSize = 4 * 1024 * 1024
  /// The maximum size of all stored sessions in bytes. The default is 1 GiB.
  ///
  /// Above the limit, the server first removes sessions of clients that exceed their share of it, and then any
  /// sessions. In both groups, sessions with a single submission that never had an owner come first, and then the least
  /// recently used ones. A `MemorySessionStore` also has its own limit.
  public var maximumStoreSize = 1024 * 1024 * 1024
  /// The maximum number of bytes for all scenes in memory, estimated from their stored size. Above it, scenes are only
  /// in the session store until they're used. The default is 96 MiB.
  public var maximumLiveSize = 96 * 1024 * 1024
  /// The maximum number of bytes of received bodies and unsent responses, across all connections. Above it, the server
  /// responds with 503 before it reads a request's body. The default is 64 MiB.
  public var maximumBytesInFlight = 64 * 1024 * 1024
  /// The maximum number of bytes of files in a form. Above it, the server responds with 413. The default is 10 MiB.
  ///
  /// All uploaded files together may use 100 times as much disk space, until the application has moved or released
  /// them. Above that, the server rejects forms with files, and responds with 503.
  public var maximumUploadSize = 10 * 1024 * 1024
  /// The maximum number of connections. The default is 4,096.
  public var maximumConnections = 4096
  /// The maximum number of connections from one client, which is an IPv4 address or a 64-bit IPv6 network. Connections
  /// from ``trustedProxies`` don't count. The default is 512.
  public var maximumConnectionsPerClient = 512
  /// The time after which an unused session is removed. The default is 12 hours.
  public var sessionIdle = Duration.seconds(12 * 60 * 60)

  /// The time between the failure of `/~ready` and the end of the server, in which the server still serves.
  ///
  /// Load balancers notice in the first half that they must send requests elsewhere. In the second half, streams end at
  /// random times, so that browsers don't reconnect all at once. The default is zero, for a server without a load
  /// balancer.
  public var drainPeriod = Duration.zero

  /// The path of a file with the secret that signs cookies and pages. The server creates the file if it doesn't exist.
  ///
  /// The file contains the same text as ``secret``, which takes precedence. If both are `nil`, the secret ends with the
  /// process, and stored sessions can't be used after a restart.
  public var secretFile: String?
  /// The secret that signs cookies and pages, for a server without a file of its own.
  ///
  /// The text consists of 32 or more random bytes as hexadecimal digits. To replace a secret, use up to eight of them,
  /// separated by commas. The first one signs, and the signatures of the others are valid, too. The default is `nil`.
  public var secret: Secret?

  /// Whether scenes are recorded, and pages show the recorder's controls. The default is `false`.
  ///
  /// Use this only for development, because journals contain what users do and see.
  public var recordsScenes = false
  /// The maximum number of bytes of a scene's journal. Above it, older entries are merged into the journal's initial
  /// state. The default is 4 MiB.
  public var recordingLimit = 4 * 1024 * 1024

  /// The folder for files during an upload, so that tests can look there.
  package var uploadsFolder: String?
  /// The file descriptor that the access log is written to.
  package var accessLogDescriptor = STDOUT_FILENO
  /// The secret if there's no other, for tests that restart a server.
  package var secretBytes: [UInt8]?
  /// The name of the setting with ``secret`` in messages.
  package var secretSource = "settings.secret"
  /// The clock that measures idle time, so that tests don't have to wait.
  package var idleClock = IdleClock.system
  /// The maximum time between two messages on an event stream. Browsers give up a stream that's silent for three times
  /// as long.
  package var streamPause = Duration.seconds(15)
  /// The maximum time that a response waits for the effects of its action, or `nil` for the default. See ``SettleRule``.
  package var settleLimit: Duration?
  /// The maximum time if the browser lacks the script. If this is `nil`, it's ``settleLimit`` or the default.
  package var settleLimitWithoutScript: Duration?

  /// Creates the default settings.
  public init() {}

  /// Returns a logger that writes each message as a line to standard error, at ``logLevel`` or above.
  /// - Parameter label: The name of the part of the program that logs, which begins its lines.
  public func logger(label: String) -> Logger {
    var logger = Logger(label: label) { LineLogHandler(label: $0) }
    logger.logLevel = logLevel
    return logger
  }
}
