import CairnHTTP
import CairnSessions
import InMemoryLogging
import IssueReporting
import Logging
import Testing

@testable import CairnServer

/// The destinations of a server's log messages.
@Suite struct ServerLogTests {
  /// Sends a request that the server rejects with a message.
  private static func reject(_ server: Server) throws {
    let request = try #require(HTTPRequest(target: "/", headers: ["Host": "evil.example"]))
    guard case .now(let response) = server.responder.respond(to: request) else {
      Issue.record("The request wasn't rejected immediately")
      return
    }
    #expect(response.status == .misdirectedRequest)
  }

  private static func server(
    logger: Logger? = nil, level: Logger.Level = .info
  ) throws -> Server {
    var settings = ServerSettings()
    settings.logLevel = level
    return try Server(settings: settings, logger: logger) { Mount("/plain", PlainApp.self) }
  }

  @Test func `The application's logger gets the messages`() async throws {
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "shop") { _ in handler }
    logger[metadataKey: "region"] = "eu-1"
    // The logger's level is used, not the level in the settings.
    let lines = LogLines()
    try await lines.take {
      try Self.reject(Self.server(logger: logger, level: .critical))
    }
    let entry = try #require(handler.entries.first)
    #expect(entry.message.description.hasPrefix("Rejected request: unknown host."))
    #expect(entry.level == .notice)
    #expect(entry.metadata["region"] == "eu-1")
    #expect(lines.all.isEmpty)
  }

  @Test func `Without a logger, the server writes lines itself`() async throws {
    let lines = LogLines()
    try await lines.take { try Self.reject(Self.server()) }
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.contains(" notice cairn: Rejected request: unknown host.") == true)
    try await lines.take { try Self.reject(Self.server(level: .warning)) }
    #expect(lines.all.count == 1)
  }

  @Test func `Reported issues go to the application's logger`() {
    let handler = InMemoryLogHandler()
    let log = ServerLog(Logger(label: "shop") { _ in handler }, level: .info)
    IssueLog(logger: log.issues).reportIssue(
      "It failed.", severity: .error, fileID: "Shop/Cart.swift", filePath: "", line: 7, column: 1)
    #expect(handler.entries.map(\.message.description) == ["Shop/Cart.swift:7: It failed."])
  }

  // The logging system can only be set up once per process, so each of these tests runs in its own process.

  @Test func `The application's log handler gets the messages`() async {
    await #expect(processExitsWith: .success) {
      let handler = InMemoryLogHandler()
      LoggingSystem.bootstrap { _ in handler }
      #expect(LoggingBackend.current == .application)
      try Self.reject(Self.server())
      #expect(handler.entries.count == 1)
      try Self.reject(Self.server(level: .warning))
      #expect(handler.entries.count == 1)
      // The handler isn't replaced when an application serves itself.
      ApplicationCommand<PlainApp>.bootstrap(ServerSettings())
      #expect(LoggingBackend.current == .application)
    }
  }

  @Test func `An application that serves itself sets up the server's log handler`() async {
    await #expect(processExitsWith: .success) {
      #expect(LoggingBackend.current == .standard)
      let lines = LogLines()
      await lines.take {
        var settings = ServerSettings()
        settings.logLevel = .debug
        ApplicationCommand<PlainApp>.bootstrap(settings)
        ApplicationCommand<PlainApp>.bootstrap(settings)
        #expect(LoggingBackend.current == .lines)
        let logger = Logger(label: "shop")
        logger.debug("opened")
        logger.trace("not shown")
        #expect(ServerLog(nil, level: .info).server.label == "cairn")
      }
      #expect(lines.all.count == 1)
      #expect(lines.all.first?.hasSuffix(" debug shop: opened\n") == true)
    }
  }
}
