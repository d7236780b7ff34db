public import ArgumentParser
import Foundation

/// The command-line options of a server, for use as an option group.
///
/// ```swift
/// struct Serve: ParsableCommand {
///   @OptionGroup var server: ServerOptions
///   @Option(help: "The database.") var database = "inventory.sqlite"
/// }
/// ```
///
/// Each option can also be set with an environment variable, such as `CAIRN_PORT` for `--port`. An option takes
/// precedence over its variable, and an empty variable counts as unset. Values are checked when the command line is
/// parsed. Each error message is one line that names the option or the variable.
public struct ServerOptions: ParsableArguments {
  @Option(help: "The name or address to listen on. [CAIRN_HOST] (default: 127.0.0.1)")
  private var host: String?

  @Option(help: "The port to listen on, or 0 for any free port. [CAIRN_PORT] (default: 8080)")
  private var port: String?

  @Option(
    help: ArgumentHelp(
      "The public origin of the server if it's behind a proxy, such as https://example.org. "
        + "[CAIRN_ORIGIN]", valueName: "origin"))
  private var origin: String?

  @Option(
    help: ArgumentHelp(
      "The path below which the server serves everything, such as /shop, if servers share a host. "
        + "[CAIRN_PREFIX]", valueName: "path"))
  private var prefix: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A proxy whose Forwarded or X-Forwarded headers are trusted: an address or a network such as "
        + "10.0.0.0/8. Can be repeated. "
        + "[CAIRN_TRUSTED_PROXIES, separated by commas]", valueName: "address"))
  private var trustedProxy: [String] = []

  @Option(
    help: ArgumentHelp(
      "The minimum level of log messages: trace, debug, info, notice, warning, error, or critical. "
        + "[CAIRN_LOG_LEVEL] (default: info)", valueName: "level"))
  private var logLevel: String?

  @Option(
    help: ArgumentHelp(
      "The format of the access log on standard output: off, common, or json. [CAIRN_ACCESS_LOG] "
        + "(default: off)", valueName: "format"))
  private var accessLog: String?

  @Option(
    help: ArgumentHelp(
      "The port that serves metrics for Prometheus at /metrics. It's on the loopback interface, "
        + "unless an address precedes it, such as 10.0.0.5:9464. [CAIRN_METRICS]",
      valueName: "port"))
  private var metrics: String?

  @Option(
    name: .customLong("public"), parsing: .singleValue,
    help: ArgumentHelp(
      "A folder of files to serve under /public/. Can be repeated. Later folders override earlier "
        + "ones. [CAIRN_PUBLIC, folders separated by colons]",
      valueName: "dir"))
  private var publicDirectories: [String] = []

  @Option(
    help: ArgumentHelp(
      "A folder of templates that override the built-in templates. [CAIRN_TEMPLATES]",
      valueName: "dir"))
  private var templates: String?

  @Option(
    help: ArgumentHelp(
      "Maximum number of sessions. [CAIRN_MAX_SESSIONS] (default: 10000)", valueName: "number"))
  private var maxSessions: String?

  @Option(
    help: ArgumentHelp(
      "Maximum number of scenes in memory. Other scenes are in the session store. "
        + "[CAIRN_MAX_LIVE_SCENES] (default: 1000)",
      valueName: "number"))
  private var maxLiveScenes: String?

  @Option(
    help: ArgumentHelp(
      "Maximum size of a session with its scenes, values, and stored responses, such as 500kB, "
        + "4MB, or 4MiB. [CAIRN_MAX_SESSION_SIZE] (default: 4MiB)",
      valueName: "size"))
  private var maxSessionSize: String?

  @Option(
    help: ArgumentHelp(
      "Maximum size of all sessions. Beyond it, sessions are evicted. [CAIRN_MAX_STORE_SIZE] "
        + "(default: 1GiB)",
      valueName: "size"))
  private var maxStoreSize: String?

  @Option(
    help: ArgumentHelp(
      "Maximum memory for scenes. Other scenes are in the session store. [CAIRN_MAX_LIVE_SIZE] "
        + "(default: 96MiB)", valueName: "size"))
  private var maxLiveSize: String?

  @Option(
    help: ArgumentHelp(
      "Maximum memory for requests and responses in flight. Further requests are rejected. "
        + "[CAIRN_MAX_IN_FLIGHT] (default: 64MiB)", valueName: "size"))
  private var maxInFlight: String?

  @Option(
    help: ArgumentHelp(
      "Maximum size of the files in a form. The disk needs a hundred times as much space. "
        + "[CAIRN_MAX_UPLOAD_SIZE] (default: 10MiB)", valueName: "size"))
  private var maxUploadSize: String?

  @Option(
    help: ArgumentHelp(
      "Maximum number of connections. [CAIRN_MAX_CONNECTIONS] (default: 4096)",
      valueName: "number"))
  private var maxConnections: String?

  @Option(
    help: ArgumentHelp(
      "Maximum number of connections per address, except for trusted proxies. "
        + "[CAIRN_MAX_CONNECTIONS_PER_CLIENT] (default: 512)", valueName: "number"))
  private var maxConnectionsPerClient: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A host name that the server accepts in addition to the one in its origin. Can be "
        + "repeated. [CAIRN_ALLOWED_HOSTS, separated by commas]", valueName: "name"))
  private var allowedHost: [String] = []

  @Option(
    help: ArgumentHelp(
      "The file with the secret that signs cookies and pages. It's created if missing. "
        + "[CAIRN_SECRET_FILE, or CAIRN_SECRET for the secret itself]", valueName: "path"))
  private var secretFile: String?

  @Option(
    help: ArgumentHelp(
      "How long to keep an unused session, such as 45m, 12h, or 7d. "
        + "[CAIRN_SESSION_IDLE] (default: 12h)", valueName: "time"))
  private var sessionIdle: String?

  @Option(
    help: ArgumentHelp(
      "How long to keep serving before the server stops, while /~ready fails, such as 20s. "
        + "[CAIRN_DRAIN_PERIOD] (default: 0s)", valueName: "time"))
  private var drainPeriod: String?

  @Flag(
    help: ArgumentHelp(
      "Record what happens in each scene, and show the recorder's controls on its pages. For "
        + "development. [CAIRN_RECORDER] (default: 0)"))
  private var recorder = false

  /// Creates options without values.
  public init() {}

  /// Parses the command line. Errors and `--help` end the process, and show the name of its executable.
  public static func parseOrExit(_ arguments: [String]? = nil) -> Self {
    Program.parseOrExit(arguments).options
  }

  struct Program: ParsableCommand {
    static var configuration: CommandConfiguration {
      .init(commandName: ProcessInfo.processInfo.processName)
    }
    @OptionGroup var options: ServerOptions
  }

  /// Checks all values, including those from environment variables.
  /// - Throws: A `ValidationError` that names the option or the variable.
  public func validate() throws {
    _ = try settings
  }

  /// The settings that result from the options and the environment.
  /// - Throws: A `ValidationError` that names the option or the variable. After parsing, this can only happen if a
  ///   folder was removed.
  public var settings: ServerSettings {
    get throws { try settings(environment: ProcessInfo.processInfo.environment) }
  }

  package func settings(environment: [String: String]) throws -> ServerSettings {
    func value<Value>(
      _ option: String?, _ name: String, _ read: (SettingText) throws -> Value
    ) throws -> Value? {
      try SettingText(option: option, name: name, environment: environment).map(read)
    }
    var settings = ServerSettings()
    settings.host = try value(host, "host") { try $0.host() } ?? settings.host
    settings.port = try value(port, "port") { try $0.port() } ?? settings.port
    settings.publicOrigin = try value(origin, "origin") { try $0.origin() }
    settings.pathPrefix =
      try value(prefix, "prefix") { try $0.pathPrefix() } ?? settings.pathPrefix
    settings.trustedProxies =
      trustedProxy.isEmpty
      ? try value(nil, "trusted-proxies") { try $0.networks() } ?? []
      : try trustedProxy.compactMap { try value($0, "trusted-proxy") { try $0.network() } }
    settings.logLevel = try value(logLevel, "log-level") { try $0.logLevel() } ?? settings.logLevel
    settings.accessLog =
      try value(accessLog, "access-log") { try $0.accessLog() } ?? settings.accessLog
    if let (host, port) = try value(metrics, "metrics", { try $0.endpoint() }) {
      settings.metricsHost = host ?? settings.metricsHost
      settings.metricsPort = port
    }
    settings.publicDirectories =
      publicDirectories.isEmpty
      ? try value(nil, "public") { try $0.directories() } ?? []
      : try publicDirectories.compactMap { try value($0, "public") { try $0.directory() } }
    settings.templateDirectory = try value(templates, "templates") { try $0.directory() }
    settings.maximumSessions =
      try value(maxSessions, "max-sessions") { try $0.count(upTo: 10_000_000) }
      ?? settings.maximumSessions
    settings.maximumLiveScenes =
      try value(maxLiveScenes, "max-live-scenes") { try $0.count(upTo: 10_000_000) }
      ?? settings.maximumLiveScenes
    settings.maximumSessionSize =
      try value(maxSessionSize, "max-session-size") { try $0.size() }
      ?? settings.maximumSessionSize
    settings.maximumStoreSize =
      try value(maxStoreSize, "max-store-size") { try $0.size() } ?? settings.maximumStoreSize
    settings.maximumLiveSize =
      try value(maxLiveSize, "max-live-size") { try $0.size() } ?? settings.maximumLiveSize
    settings.maximumBytesInFlight =
      try value(maxInFlight, "max-in-flight") { try $0.size() } ?? settings.maximumBytesInFlight
    settings.maximumUploadSize =
      try value(maxUploadSize, "max-upload-size") { try $0.size() } ?? settings.maximumUploadSize
    settings.maximumConnections =
      try value(maxConnections, "max-connections") { try $0.count(upTo: 1_000_000) }
      ?? settings.maximumConnections
    settings.maximumConnectionsPerClient =
      try value(maxConnectionsPerClient, "max-connections-per-client") {
        try $0.count(upTo: 1_000_000)
      } ?? settings.maximumConnectionsPerClient
    settings.allowedHosts =
      allowedHost.isEmpty
      ? try value(nil, "allowed-hosts") { try $0.hosts() } ?? []
      : try allowedHost.compactMap { try value($0, "allowed-host") { try $0.host() } }
    settings.secretFile = try value(secretFile, "secret-file") { $0.text }
    // An option isn't available, because other users of the machine can see the command line of a process.
    if let text = SettingText(option: nil, name: "secret", environment: environment) {
      settings.secret = try text.secret()
      settings.secretSource = text.source
      guard settings.secretFile == nil else {
        throw ValidationError("\(text.source): The secret is also in a file. Use only one of them.")
      }
    }
    settings.sessionIdle =
      try value(sessionIdle, "session-idle") { try $0.duration() } ?? settings.sessionIdle
    settings.drainPeriod =
      try value(drainPeriod, "drain-period") { try $0.drainPeriod() } ?? settings.drainPeriod
    settings.recordsScenes =
      try recorder || value(nil, "recorder") { try $0.isOn() } ?? false
    return settings
  }
}
