import CairnSQLite
import CairnServer
import CairnSessions
import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// A form stays open for longer than its session is kept.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) final class IdleSessionTests {
  /// A minute longer than the lifetime of an idle session.
  private static let idle = ServerSettings().sessionIdle + .seconds(60)

  private let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  @Test(arguments: ["memory", "a file"], [false, true])
  func `An open form is restored with its content`(keptIn place: String, isRestarted: Bool)
    async throws
  {
    let store: any SessionStore =
      place == "memory"
      ? MemorySessionStore()
      : try SQLiteSessionStore(path: directory.appending(path: "sessions.sqlite").path)
    let site = try GallerySite(sessions: store)
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    let sceneID = try #require(browser.sceneID)
    try browser.fill("Name", with: "Patience")
    try browser.choose("Color", "Green")
    site.idleClock.advance(by: Self.idle)
    if isRestarted { try await site.restart() }
    try await browser.click("Save")
    #expect(site.names.count == 4)
    #expect(browser.sceneID != sceneID)
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    #expect(browser.notice?.hasPrefix("That page was out of date") == true)
    #expect(browser.notice?.contains("We restored what you entered") == true)
    #expect(browser.fields.prefix(4).map(\.value) == ["Patience", "Green", "on", "1"])
    browser.expectGoodSource()
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice == nil)
    #expect(try site.item("Patience").color == .green)
    await store.close()
  }

  @Test func `A reload opens the location without the expired content`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    try browser.fill("Name", with: "Patience")
    try await browser.click("Apply")
    site.idleClock.advance(by: Self.idle)
    try await browser.reload()
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    #expect(try browser.field("Name").value == "")
    #expect(site.names.count == 4)
  }
}
