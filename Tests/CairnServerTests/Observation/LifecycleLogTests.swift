import CairnApplications
import CairnSQLite
import CairnSessions
import Foundation
import InMemoryLogging
import Logging
import Testing
import Ways

@testable import CairnServer

/// Messages about the start and the end of a server.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct LifecycleLogTests {
  private static func server(
    _ handler: InMemoryLogHandler, _ sessions: any SessionStore = MemorySessionStore(),
    hasMetrics: Bool = false, version: String? = nil
  ) throws -> Server {
    var settings = ServerSettings()
    settings.port = 0
    settings.applicationVersion = version
    if hasMetrics { settings.metricsPort = 0 }
    return try Server(
      settings: settings, sessions: sessions, logger: Logger(label: "test") { _ in handler }
    ) {
      Mount("/plain", PlainApp.self)
    }
  }

  @Test func `A server logs its start and its end`() async throws {
    let handler = InMemoryLogHandler()
    let server = try Self.server(handler, hasMetrics: true)
    #expect(handler.entries.isEmpty)
    try server.start()
    let url = "http://127.0.0.1:\(server.port)"
    let metrics = "http://127.0.0.1:\(try #require(server.metricsPort))/metrics"
    await server.stop()
    await server.stop()
    // The start also warns that the application's state isn't stored.
    let entries = handler.entries.filter { $0.level < .warning }
    #expect(
      entries.map(\.message.description)
        == ["Started \(ProcessInfo.processInfo.processName)", "Drained", "Stopped"])
    #expect(entries.allSatisfy { $0.level == .info })
    var metadata = try #require(entries.first).metadata
    // The ID of the secret is another one at each start.
    let secret = metadata.removeValue(forKey: "secret").map { "\($0)" }
    #expect(secret?.hasPrefix("new at each start (") == true)
    #expect(
      metadata == [
        "process": "\(getpid())", "url": "\(url)", "sessions": "memory", "metrics": "\(metrics)",
        "cairn": "\(CairnVersion.current)",
      ])
    let drained = try #require(entries.dropFirst().first).metadata
    #expect(drained["requests"] == "0")
    #expect(drained["streams"] == "0")
    #expect(drained["duration"] != nil)
  }

  @Test func `The log shows the version of the application`() async throws {
    let handler = InMemoryLogHandler()
    let server = try Self.server(handler, hasMetrics: true, version: "1.4")
    try server.start()
    await server.stop()
    let metadata = try #require(handler.entries.first).metadata
    #expect(metadata["version"] == "1.4")
    // The article lists the message, the level, and the values.
    let lines = try Article("Deployment").text.split(separator: "\n")
    let row = try #require(lines.first { $0.hasPrefix("| `Started`") })
    let names = row.matches(of: /`(\w+)`/).map { String($0.1) }
    #expect(names.prefix(2) == ["Started", "info"])
    #expect(Set(names.dropFirst(2)) == Set(metadata.keys))
  }

  @Test func `The version of Cairn is the newest one in the changelog`() throws {
    var root = URL(filePath: #filePath)
    for _ in 1...4 { root.deleteLastPathComponent() }
    let changelog = try String(contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let headings = changelog.split(separator: "\n").filter { $0.hasPrefix("## ") }
    try #require(headings.first == "## Unreleased")
    // A release's heading contains its version and its date, as in `## [1.0.0] - 2026-01-31`.
    let releases = headings.compactMap { heading in
      heading.split { !($0.isNumber || $0 == ".") }.first { $0.contains(".") }
    }
    #expect(CairnVersion.current == releases.first ?? "unreleased")
  }

  @Test func `The log shows the kind and the file of the session store`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "sessions.sqlite").path
    let store = try SQLiteSessionStore(path: path)
    #expect(try await store.storedBytes() == 0)
    let handler = InMemoryLogHandler()
    let server = try Self.server(handler, store)
    try server.start()
    await server.stop()
    await store.close()
    #expect(handler.entries.first?.metadata["sessions"] == "SQLite, \(path)")
  }

  @Test func `Another store is logged by its type`() async throws {
    let handler = InMemoryLogHandler()
    let server = try Self.server(handler, BrokenStore())
    try server.start()
    await server.stop()
    #expect(handler.entries.first?.metadata["sessions"] == "BrokenStore")
  }

  @Test func `A server that can't start logs nothing`() async throws {
    let running = try Self.server(InMemoryLogHandler())
    try running.start()
    let handler = InMemoryLogHandler()
    var settings = ServerSettings()
    settings.port = UInt16(running.port)
    let server = try Server(settings: settings, logger: Logger(label: "test") { _ in handler }) {
      Mount("/plain", PlainApp.self)
    }
    #expect(throws: ServerError.self) { try server.start() }
    await running.stop()
    #expect(handler.entries.isEmpty)
  }

  // The signal is for the whole process, so the test runs in its own.
  @Test func `The signal that ends the server is logged`() async {
    await #expect(processExitsWith: .success) {
      let handler = InMemoryLogHandler()
      try await Self.server(handler).run { _ in kill(getpid(), SIGTERM) }
      let entries = handler.entries.filter { $0.level < .warning }.dropFirst()
      #expect(entries.map(\.message.description) == ["Shutdown requested", "Drained", "Stopped"])
      #expect(entries.first?.level == .notice)
      #expect(entries.first?.metadata["signal"] == "SIGTERM")
    }
  }
}
