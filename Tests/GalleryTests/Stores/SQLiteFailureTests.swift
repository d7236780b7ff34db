import CairnSQLite
import CairnSessions
import CairnTesting
import Foundation
import GRDB
import Logging
import Synchronization
import Testing
import Ways

@testable import Gallery

/// The file of the sessions is full, locked, or damaged. The page and the log explain what to do, the
/// server continues, and acknowledged changes aren't lost.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) final class SQLiteFailureTests {
  private let directory: URL
  private let log = LogRecorder()
  private var file: String { directory.appending(path: "sessions.sqlite").path }

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  private func store(
    _ configuration: SQLiteSessionStore.Configuration = .init()
  ) throws -> SQLiteSessionStore {
    try SQLiteSessionStore(
      path: file, configuration: configuration, logger: Logger(label: "test") { [log] _ in log })
  }

  private func connection() throws -> DatabaseQueue {
    var configuration = GRDB.Configuration()
    configuration.allowsUnsafeTransactions = true
    return try DatabaseQueue(path: file, configuration: configuration)
  }

  /// - Parameter words: The expected text of the page, which differs if effects were started.
  private func expectUnavailable(
    _ browser: Browser, containing words: String = "Nothing was changed",
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(browser.status == 503, sourceLocation: sourceLocation)
    #expect(browser.text.contains(words), sourceLocation: sourceLocation)
    // Details about the server's disk are only for the log.
    #expect(!browser.html.contains(directory.path), sourceLocation: sourceLocation)
    #expect(!browser.html.contains("SQLite"), sourceLocation: sourceLocation)
  }

  private func naming(_ name: String, on site: GallerySite) async throws -> Browser {
    let browser = try await site.browser(at: "/inventory/add")
    try browser.fill("Name", with: name)
    try await browser.click("Apply")
    return browser
  }

  @Test func `A full disk is reported once, and saving works again with free space`() async throws {
    let store = try store(.init(maximumSize: 400_000))
    let site = try GallerySite(sessions: store)
    var browsers: [(browser: Browser, name: String)] = []
    var refused: Browser?
    for number in 0..<50 where refused == nil {
      let name = "\(number) " + String(repeating: "x", count: 20_000)
      let browser = try await naming(name, on: site)
      if browser.status == 200 { browsers.append((browser, name)) } else { refused = browser }
    }
    let last = try #require(refused)
    expectUnavailable(last)
    #expect(browsers.count >= 2)
    #expect(log.messages(.error).count == 1)
    #expect(log.messages(.error).first?.contains("Free space on the disk") == true)
    #expect(log.messages(.error).first?.contains("xxx") == false)

    try await site.restart()
    for (browser, name) in browsers {
      try await browser.reload()
      #expect(try browser.field("Name").value == name)
    }
    _ = try await store.removeSessions(idleSince: .now.advanced(by: .seconds(60)))
    try await last.back()
    try await last.click("Apply")
    #expect(last.status == 200)
    #expect(try last.field("Name").value.hasSuffix("xxx"))
    #expect(log.messages(.notice) == ["Writing to the session store works again"])
    await store.close()
  }

  @Test func `A locked database doesn't lose a form`() async throws {
    let store = try store(.init(busyTimeout: .milliseconds(50)))
    let site = try GallerySite(sessions: store)
    let browser = try await naming("Webcam", on: site)
    let other = try connection()
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    try await browser.click("Save")
    expectUnavailable(browser, containing: "may already have gone through")
    #expect(
      log.messages(.error).first?.contains("Find the process that has it open (`fuser") == true)
    // Readers don't wait.
    try await site.restart()
    try await browser.back()
    try await browser.reload()
    #expect(try browser.field("Name").value == "Webcam")
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(site.names.last == "Webcam")
    await store.close()
  }

  @Test func `A form repeated after a lock is processed once`() async throws {
    let store = try store(.init(busyTimeout: .milliseconds(50)))
    let site = try GallerySite(sessions: store)
    let browser = try await naming("Webcam", on: site)
    let request = try browser.submission(
      tap: browser.tap("Save"), fields: [(browser.fieldName("Name"), "Webcam")])
    let other = try connection()
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    #expect(try await browser.send(request).status == 503)
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    for _ in 0..<2 { #expect(try await browser.send(request).status == 303) }
    #expect(site.names.filter { $0 == "Webcam" }.count == 1)
    await store.close()
  }

  @Test func `Damage to one scene doesn't affect other scenes`() async throws {
    let store = try store()
    let site = try GallerySite(sessions: store)
    let browser = try await naming("Webcam", on: site)
    let whole = try await naming("Camera", on: site)
    let sceneID = try #require(browser.sceneID)
    try await connection().write { database in
      try database.execute(
        sql: "UPDATE scenes SET revision = 'x' WHERE mark = ?", arguments: [sceneID])
    }
    try await site.restart()
    try await browser.reload()
    expectUnavailable(browser)
    #expect(log.messages(.error).first?.contains("The file was kept. Move it and") == true)
    try await whole.reload()
    #expect(try whole.field("Name").value == "Camera")
    try await whole.click("Save")
    #expect(site.names.last == "Camera")
    await store.close()
  }

  @Test func `An unreadable snapshot opens the location and restores the entered text`()
    async throws
  {
    let store = try store()
    let site = try GallerySite(sessions: store)
    let browser = try await naming("Webcam", on: site)
    try await connection().write { database in
      try database.execute(sql: "UPDATE scenes SET payload = x'ff00ff'")
    }
    try await site.restart()
    // The button isn't run on an uncertain state, and the typed text is restored.
    try browser.fill("Name", with: "Camera")
    try await browser.click("Save")
    #expect(site.names.count == 4)
    #expect(browser.notice?.contains("We restored what you entered") == true)
    #expect(try browser.field("Name").value == "Camera")
    try await browser.click("Save")
    #expect(site.names.last == "Camera")
    await store.close()
  }

  @Test func `A closed store returns an error but still serves new visitors`() async throws {
    let store = try store()
    let site = try GallerySite(sessions: store)
    let browser = try await naming("Webcam", on: site)
    await store.close()
    try await browser.click("Save")
    expectUnavailable(browser, containing: "may already have gone through")
    let stranger = try await site.browser(at: "/inventory")
    #expect(stranger.status == 200)
  }
}

/// Records log messages.
private final class LogRecorder: LogHandler {
  private let entries = Mutex<[(Logger.Level, String)]>([])

  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level {
    get { .trace }
    set {}
  }

  subscript(metadataKey _: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func messages(_ level: Logger.Level) -> [String] {
    entries.withLock { $0.filter { $0.0 == level }.map(\.1) }
  }

  func log(event: LogEvent) {
    entries.withLock { $0.append((event.level, "\(event.message)")) }
  }
}
