import Cairn
import CairnSQLite
import CairnServer
import CairnTesting
import Foundation
import Logging
import Testing
import Ways

@testable import Gallery

/// The disk with the items or the sessions is full for a while. Pages report the failure correctly, and
/// the list matches the database.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) final class FullDiskTests {
  private let folder: URL
  private var sessions: String { folder.appending(path: "sessions").path }
  private var items: String { folder.appending(path: "items").path }
  private var database: String { items + "/inventory.sqlite" }

  init() throws {
    FullDisk.install()
    folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    for name in ["sessions", "items"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The names in the file, independent of memory.
  private func storedNames() throws -> [String] {
    let reader = try InventoryDatabase(at: .file(database))
    defer { try? reader.close() }
    return reader.items.map(\.name)
  }

  private func site(_ inventory: InventoryDatabase) throws -> (GallerySite, SQLiteSessionStore) {
    let store = try SQLiteSessionStore(
      path: sessions + "/sessions.sqlite", logger: Logger(label: "test") { _ in SilentLog() })
    let site = try GallerySite(sessions: store) { _ in .database(inventory) }
    return (site, store)
  }

  @Test func `Failed writes aren't in the list, and later writes are`() async throws {
    let inventory = try InventoryDatabase(at: .file(database), seed: [Item(name: "Desk")])
    await FullDisk.whileFull(items) {
      for _ in 0..<2 {
        await #expect(throws: (any Error).self) { try await inventory.add(Item(name: "Ghost")) }
      }
      await #expect(throws: (any Error).self) {
        try await inventory.update(Item(id: 1, name: "Ghost"))
      }
      await #expect(throws: (any Error).self) { try await inventory.delete(1) }
    }
    #expect(inventory.items.map(\.name) == ["Desk"])
    for name in ["Lamp", "Chair"] { try await inventory.add(Item(name: name)) }
    #expect(inventory.items.map(\.name) == ["Desk", "Lamp", "Chair"])
    #expect(try storedNames() == ["Desk", "Lamp", "Chair"])
    try inventory.close()
  }

  @Test func `A failure to add shows an alert over the form, and the next save succeeds`()
    async throws
  {
    let inventory = try InventoryDatabase(at: .file(database))
    let (site, store) = try site(inventory)
    let browser = try await site.browser(at: "/inventory/add")
    try browser.fill("Name", with: "Lamp")
    try await FullDisk.whileFull(items) {
      try await browser.click("Save")
      #expect(browser.status == 200)
      #expect(browser.pile.last?.hasPrefix("alert") == true)
      #expect(site.names.isEmpty)
    }
    try await browser.click("OK")
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.rows.filter { $0.contains("Lamp") }.count == 1)
    #expect(try storedNames() == ["Lamp"])
    await store.close()
    try inventory.close()
  }

  @Test func `A page that can't be stored warns that its changes may have been saved`() async throws
  {
    let inventory = try InventoryDatabase(at: .file(database))
    let (site, store) = try site(inventory)
    let browser = try await site.browser(at: "/inventory/add")
    try browser.fill("Name", with: "Lamp")
    try await FullDisk.whileFull(sessions) {
      try await browser.click("Save")
      #expect(browser.status == 503)
      #expect(!browser.text.contains("Nothing was changed"))
      #expect(browser.text.contains("may already have gone through"))
      #expect(browser.text.contains("processed twice"))
      // The item was saved, and every list shows it.
      let other = try await site.browser(at: "/inventory")
      #expect(other.rows.filter { $0.contains("Lamp") }.count == 1)
      #expect(try storedNames() == ["Lamp"])
    }
    try await browser.back()
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(site.names == ["Lamp"])
    #expect(try storedNames() == ["Lamp"])
    await store.close()
    try inventory.close()
  }

  @Test func `A page that only changes its scene reports that nothing was changed`() async throws {
    let inventory = try InventoryDatabase(at: .file(database))
    let (site, store) = try site(inventory)
    let browser = try await site.browser(at: "/inventory")
    try await FullDisk.whileFull(folder.path) {
      try await browser.click("Add")
      #expect(browser.status == 503)
      #expect(browser.text.contains("Nothing was changed"))
    }
    await store.close()
    try inventory.close()
  }

  @Test func `The list matches the database when both disks have room again`() async throws {
    let inventory = try InventoryDatabase(at: .file(database))
    let (site, store) = try site(inventory)
    let browser = try await site.browser(at: "/inventory/add")
    try browser.fill("Name", with: "Lamp")
    try await FullDisk.whileFull(folder.path) {
      for _ in 0..<3 {
        try await browser.click("Save")
        #expect(browser.status == 503)
        try await browser.back()
      }
    }
    #expect(site.names.isEmpty)
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.rows.filter { $0.contains("Lamp") }.count == 1)
    let next = try await site.browser(at: "/inventory/add")
    try next.fill("Name", with: "Chair")
    try await next.click("Save")
    #expect(site.names == ["Lamp", "Chair"])
    #expect(try storedNames() == ["Lamp", "Chair"])
    await store.close()
    try inventory.close()
  }
}

/// Discards all log messages.
private struct SilentLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.critical

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {}
}
