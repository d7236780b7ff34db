import ArgumentParser
import CairnFeatures
import CairnSecurity
import Foundation
import Logging
import Testing

@testable import CairnServer

@Suite struct ServerOptionsTests {
  func settings(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> ServerSettings {
    try ServerOptions.parse(arguments).settings(environment: environment)
  }

  /// Returns the one-line message about a mistake.
  func message(_ arguments: [String] = [], environment: [String: String] = [:]) -> String? {
    do {
      _ = try settings(arguments, environment: environment)
      return nil
    } catch {
      return ServerOptions.message(for: error)
    }
  }

  @Test func `Without options, the server is only reachable locally`() throws {
    let settings = try settings()
    #expect(settings == ServerSettings())
    #expect(settings.host == "127.0.0.1")
    #expect(settings.port == 8080)
    #expect(settings.logLevel == .info)
    #expect(settings.maximumSessions == 10_000)
    #expect(settings.sessionIdle == .seconds(43_200))
  }

  @Test func `The public origin is read and normalized`() throws {
    #expect(try settings().publicOrigin == nil)
    #expect(
      try settings(["--origin", "https://Example.org:443"]).publicOrigin == "https://example.org")
    #expect(
      try settings(environment: ["CAIRN_ORIGIN": "http://a.example:81"]).publicOrigin
        == "http://a.example:81")
    #expect(message(["--origin", "example.org"])?.hasPrefix("--origin: 'example.org'") == true)
    #expect(message(["--origin", "https://a.example/path"]) != nil)
  }

  @Test func `The prefix is read and normalized`() throws {
    #expect(try settings().pathPrefix.isEmpty)
    #expect(try settings(["--prefix", "/shop/"]).pathPrefix == "/shop")
    #expect(try settings(["--prefix", "/"]).pathPrefix.isEmpty)
    #expect(try settings(environment: ["CAIRN_PREFIX": "shop/new"]).pathPrefix == "/shop/new")
    #expect(
      message(["--prefix", "/my shop"])
        == "--prefix: '/my shop' isn't a path prefix. Use a path of plain characters, such as /shop."
    )
  }

  @Test func `Trusted proxies are read`() throws {
    #expect(try settings().trustedProxies.isEmpty)
    #expect(
      try settings(["--trusted-proxy", "127.0.0.1", "--trusted-proxy", "10.0.0.0/8"])
        .trustedProxies == ["127.0.0.1", "10.0.0.0/8"])
    #expect(
      try settings(environment: ["CAIRN_TRUSTED_PROXIES": "::1, 10.0.0.0/8"]).trustedProxies
        == ["::1", "10.0.0.0/8"])
    #expect(
      message(["--trusted-proxy", "nginx"])
        == "--trusted-proxy: 'nginx' isn't an address or a network such as 10.0.0.0/8.")
    #expect(
      message(environment: ["CAIRN_TRUSTED_PROXIES": "::1,10.0.0.0/33"])
        == "CAIRN_TRUSTED_PROXIES: '10.0.0.0/33' isn't an address or a network such as 10.0.0.0/8."
    )
  }

  @Test func `The format of the access log is read`() throws {
    #expect(try settings().accessLog == .off)
    #expect(try settings(["--access-log", "common"]).accessLog == .common)
    #expect(try settings(environment: ["CAIRN_ACCESS_LOG": "JSON"]).accessLog == .json)
    #expect(
      message(["--access-log", "apache"])
        == "--access-log: 'apache' isn't an access log format. Use off, common, or json.")
  }

  @Test func `The address and port for metrics are read`() throws {
    #expect(try settings().metricsPort == nil)
    let own = try settings(["--metrics", "9464"])
    #expect(own.metricsPort == 9464)
    #expect(own.metricsHost == "127.0.0.1")
    let network = try settings(environment: ["CAIRN_METRICS": "[::1]:0"])
    #expect(network.metricsPort == 0)
    #expect(network.metricsHost == "::1")
    #expect(
      message(["--metrics", "x"]) == "--metrics: 'x' isn't a port. Use a number from 0 to 65535.")
    for wrong in ["10.0.0.5:", ":9464", "10.0.0.5:x", "a b:1"] {
      #expect(
        message(["--metrics", wrong])
          == "--metrics: '\(wrong)' isn't a port, or an address and a port such as 10.0.0.5:9464.")
    }
  }

  @Test func `Options are read`() throws {
    let settings = try settings([
      "--host", "[::1]", "--port", "0", "--log-level", "Debug", "--public", "/", "--public", "/tmp",
      "--templates", "/tmp", "--max-sessions", "5", "--session-idle", "7d",
    ])
    #expect(settings.host == "::1")
    #expect(settings.port == 0)
    #expect(settings.logLevel == .debug)
    #expect(settings.publicDirectories == ["/", "/tmp"])
    #expect(settings.templateDirectory == "/tmp")
    #expect(settings.maximumSessions == 5)
    #expect(settings.sessionIdle == .seconds(7 * 86400))
  }

  @Test func `The limit on live scenes is read`() throws {
    #expect(try settings().maximumLiveScenes == ServerSettings().maximumLiveScenes)
    #expect(try settings(["--max-live-scenes", "1"]).maximumLiveScenes == 1)
    #expect(try settings(environment: ["CAIRN_MAX_LIVE_SCENES": "50"]).maximumLiveScenes == 50)
    #expect(
      try settings(["--max-live-scenes", "2"], environment: ["CAIRN_MAX_LIVE_SCENES": "x"])
        .maximumLiveScenes == 2)
    for wrong in ["0", "x", "1.5", "10000001"] {
      #expect(
        message(["--max-live-scenes=\(wrong)"])?.hasPrefix("--max-live-scenes: ") == true,
        "\(wrong)")
    }
    #expect(
      message(environment: ["CAIRN_MAX_LIVE_SCENES": "x"])?.hasPrefix("CAIRN_MAX_LIVE_SCENES: ")
        == true)
  }

  @Test func `The path of the secret file is read`() throws {
    #expect(try settings().secretFile == nil)
    #expect(try settings(["--secret-file", "/a/secret"]).secretFile == "/a/secret")
    #expect(try settings(environment: ["CAIRN_SECRET_FILE": "b"]).secretFile == "b")
    #expect(
      try settings(["--secret-file", "c"], environment: ["CAIRN_SECRET_FILE": "b"]).secretFile
        == "c")
    #expect(try settings(environment: ["CAIRN_SECRET_FILE": ""]).secretFile == nil)
  }

  @Test func `The secret is read from its variable, and isn't in messages`() throws {
    #expect(try settings().secret == nil)
    #expect(try settings(environment: ["CAIRN_SECRET": ""]).secret == nil)
    let text = String(repeating: "5e", count: 32) + ", " + String(repeating: "6f", count: 32)
    let settings = try settings(environment: ["CAIRN_SECRET": text])
    #expect(settings.secret?.reveal() == text)
    #expect(!"\(settings)".contains("5e5e"))
    #expect(
      message(environment: ["CAIRN_SECRET": "5e5e"])
        == "CAIRN_SECRET isn't a valid secret. It has 2 bytes, and must have 32 or more.")
    #expect(
      message(["--secret-file", "a"], environment: ["CAIRN_SECRET": text])
        == "CAIRN_SECRET: The secret is also in a file. Use only one of them.")
  }

  @Test func `The source of the secret is known, and the setting precedes the file`() throws {
    let text = String(repeating: "5e", count: 32)
    var settings = try settings(environment: ["CAIRN_SECRET": text])
    settings.secretFile = "/proc/nothing/secret"
    let (secret, source) = try settings.loadSecret()
    #expect(source == "CAIRN_SECRET")
    #expect(secret.metadata(from: source) == "CAIRN_SECRET (\(secret.id))")
    #expect(ServerSettings().secretSource == "settings.secret")
    #expect(try ServerSettings().loadSecret().source == "new at each start")

    settings.secret = Secret("\(text),\(text)")
    let (two, _) = try settings.loadSecret()
    #expect(two.metadata(from: "a") == "a (\(secret.id), and 1 more)")
    settings.secret = Secret("5e5e")
    #expect {
      try settings.loadSecret()
    } throws: {
      "\($0)" == "CAIRN_SECRET isn't a valid secret. It has 2 bytes, and must have 32 or more."
    }
  }

  @Test func `The drain period is read`() throws {
    #expect(try settings().drainPeriod == .zero)
    #expect(try settings(["--drain-period", "0s"]).drainPeriod == .zero)
    #expect(try settings(["--drain-period", "20s"]).drainPeriod == .seconds(20))
    #expect(try settings(environment: ["CAIRN_DRAIN_PERIOD": "1h"]).drainPeriod == .seconds(3600))
    #expect(message(["--drain-period", "2h"]) == "--drain-period: '2h' is more than an hour.")
    #expect(
      message(["--drain-period", "x"])
        == "--drain-period: 'x' isn't a time such as 90s, 45m, 12h, or 7d.")
  }

  static let environment = [
    "CAIRN_HOST": "0.0.0.0", "CAIRN_PORT": "9000", "CAIRN_LOG_LEVEL": "warning",
    "CAIRN_PUBLIC": "/tmp:/", "CAIRN_TEMPLATES": "/", "CAIRN_MAX_SESSIONS": "77",
    "CAIRN_SESSION_IDLE": "90",
  ]

  @Test func `Environment variables are read`() throws {
    let settings = try settings(environment: Self.environment)
    #expect(settings.host == "0.0.0.0")
    #expect(settings.port == 9000)
    #expect(settings.logLevel == .warning)
    #expect(settings.publicDirectories == ["/tmp", "/"])
    #expect(settings.templateDirectory == "/")
    #expect(settings.maximumSessions == 77)
    #expect(settings.sessionIdle == .seconds(90))
  }

  @Test func `An option overrides its environment variable`() throws {
    let settings = try settings(
      ["--port", "1234", "--public", "/"], environment: Self.environment)
    #expect(settings.port == 1234)
    #expect(settings.publicDirectories == ["/"])
    #expect(settings.host == "0.0.0.0")
    // A variable isn't checked if its option is given.
    #expect(message(["--port", "1"], environment: ["CAIRN_PORT": "x"]) == nil)
  }

  @Test func `An empty environment variable is ignored`() throws {
    let empty = Self.environment.mapValues { _ in "" }
    #expect(try settings(environment: empty) == ServerSettings())
  }

  @Test(arguments: [
    (["--port", "abc"], "--port: 'abc' isn't a port. Use a number from 0 to 65535."),
    (["--port", "65536"], "--port: '65536' isn't a port. Use a number from 0 to 65535."),
    (["--port", "+80"], "--port: '+80' isn't a port. Use a number from 0 to 65535."),
    (["--port", ""], "--port: '' isn't a port. Use a number from 0 to 65535."),
    (["--port", "٣"], "--port: '٣' isn't a port. Use a number from 0 to 65535."),
    (
      ["--log-level", "loud"],
      "--log-level: 'loud' isn't a log level. Use one of "
        + "trace, debug, info, notice, warning, error, critical."
    ),
    (["--host", "a b"], "--host: 'a b' isn't a valid host name or address."),
    (["--host", ""], "--host: '' isn't a valid host name or address."),
    (["--host", "http://x"], "--host: 'http://x' isn't a valid host name or address."),
    (["--public", "/no/such"], "--public: '/no/such' isn't a folder."),
    (["--templates", "/etc/passwd"], "--templates: '/etc/passwd' isn't a folder."),
    (["--max-sessions", "0"], "--max-sessions: '0' isn't a number from 1 to 10000000."),
    (["--session-idle", "0s"], "--session-idle: '0s' isn't a time such as 90s, 45m, 12h, or 7d."),
    (["--session-idle", "12"], nil),
    (["--session-idle", "1w"], "--session-idle: '1w' isn't a time such as 90s, 45m, 12h, or 7d."),
    (["--session-idle", "d"], "--session-idle: 'd' isn't a time such as 90s, 45m, 12h, or 7d."),
    (
      ["--session-idle", "9999999999d"],
      "--session-idle: '9999999999d' isn't a time such as 90s, 45m, 12h, or 7d."
    ),
    (
      ["--port", "1\n2\u{1b}[31m"],
      "--port: '1\\n2\\u{1B}[31m' isn't a port. Use a number from 0 to 65535."
    ),
  ])
  func `The message about an invalid option is one line`(arguments: [String], expected: String?) {
    #expect(message(arguments) == expected)
  }

  @Test(arguments: Self.environment.keys.sorted())
  func `The message about an invalid variable is one line`(variable: String) throws {
    let line = try #require(message(environment: [variable: "/no/such thing"]))
    #expect(line.hasPrefix("\(variable): '/no/such thing' isn't "))
    #expect(!line.contains("\n"))
  }

  @Test func `Long values are shortened in messages`() throws {
    let line = try #require(message(["--port", String(repeating: "9", count: 5000)]))
    #expect(line.count < 140)
  }

  @Test func `Sizes and limits on connections are read`() throws {
    for (text, bytes) in [
      ("65536", 65536), ("64kB", 64_000), ("64KiB", 65536), ("500kb", 500_000),
      ("4MB", 4_000_000), ("4MiB", 4 << 20), ("1GB", 1_000_000_000), ("1gib", 1 << 30),
    ] {
      #expect(try settings(["--max-session-size", text]).maximumSessionSize == bytes)
      #expect(try settings(["--max-store-size", text]).maximumStoreSize == bytes)
      #expect(try settings(["--max-live-size", text]).maximumLiveSize == bytes)
      #expect(try settings(["--max-in-flight", text]).maximumBytesInFlight == bytes)
    }
    for wrong in [
      "0", "1", "63kB", "MB", "iB", "KiB", "-1MB", "+1MB", "1.5MB", "1 MB", "1MiBB", "2000GB",
      "99999999999999GB",
    ] {
      #expect(
        message(["--max-in-flight=\(wrong)"])?.contains("isn't a size from 64kB to 1024GB")
          == true,
        "\(wrong)")
    }
    #expect(try settings(["--max-connections", "7"]).maximumConnections == 7)
    #expect(
      try settings([], environment: ["CAIRN_MAX_CONNECTIONS_PER_CLIENT": "9"])
        .maximumConnectionsPerClient == 9)
  }

  @Test func `The server's host names are read`() throws {
    #expect(
      try settings(["--allowed-host", "a.example", "--allowed-host", "b"]).allowedHosts
        == ["a.example", "b"])
    #expect(
      try settings([], environment: ["CAIRN_ALLOWED_HOSTS": "a.example, b"]).allowedHosts
        == ["a.example", "b"])
    #expect(message(["--allowed-host", "http://a"])?.contains("--allowed-host") == true)
  }

  @Test func `The help text lists options and variables`() {
    let help = ServerOptions.helpMessage(columns: 1000)
    for name in [
      "--host", "--port", "--log-level", "--public", "--templates", "--max-sessions",
      "--session-idle",
    ] + Self.environment.keys {
      #expect(help.contains(name), "\(name)")
    }
  }

  @Test func `The help text of a program shows the name of its executable`() throws {
    let name = ProcessInfo.processInfo.processName
    let help = ServerOptions.Program.helpMessage(columns: 1000)
    #expect(help.contains("USAGE: \(name) <options>"), "\(help)")
    #expect(help.contains("CAIRN_PORT"))
    let options = ServerOptions.parseOrExit(["--port", "99"])
    #expect(try options.settings(environment: [:]).port == 99)
  }

  @Test func `A command of the application can embed the options`() throws {
    struct Serve: ParsableCommand {
      @OptionGroup var server: ServerOptions
      @Option var database = "x"
    }
    let command = try Serve.parse(["--port", "99", "--database", "y"])
    #expect(try command.server.settings(environment: [:]).port == 99)
    #expect(throws: (any Error).self) { try Serve.parse(["--port", "99999"]) }
  }
}
