import Cairn
import Foundation
import GRDB
import Testing

@testable import Gallery

struct DatabaseTests {
  @Test func `A new database contains the seed`() throws {
    let database = try InventoryDatabase(at: .memory, seed: Item.samples)
    #expect(database.items.map(\.name) == ["Keyboard", "Monitor", "Mouse", "Headphones"])
    #expect(database.items.map(\.id) == [1, 2, 3, 4])
    #expect(database.items.map(\.status) == Item.samples.map(\.status))
    #expect(database.items.map(\.color) == [.blue, .black, .white, nil])
  }

  @Test(arguments: [0, 1, 4, 5, 1000])
  func `A seed has the requested number of items`(count: Int) throws {
    let items = Item.seed(count: count)
    #expect(items.count == count)
    #expect(Set(items.map(\.name)).count == count)
  }

  @Test func `Items can be added, updated, and deleted`() async throws {
    let database = try InventoryDatabase(at: .memory)
    #expect(database.items.isEmpty)
    try await database.add(Item(name: "Lamp", color: .yellow, status: .inStock(quantity: 2)))
    try await database.add(Item(name: "Desk", status: .outOfStock(isOnBackOrder: true)))
    var lamp = try #require(database.items.first)
    lamp.name = "Light"
    lamp.color = nil
    lamp.status = .outOfStock(isOnBackOrder: false)
    try await database.update(lamp)
    #expect(database.items.map(\.name) == ["Light", "Desk"])
    #expect(database.items[id: lamp.id] == lamp)
    try await database.delete(lamp.id)
    try await database.delete(lamp.id)
    #expect(database.items.map(\.name) == ["Desk"])
    // IDs aren't reused, so the location of a deleted item stays invalid.
    try await database.delete(2)
    try await database.add(Item(name: "Chair"))
    #expect(database.items.map(\.id) == [3])
  }

  @Test func `A deleted item can't be updated`() async throws {
    let database = try InventoryDatabase(at: .memory, seed: Item.samples)
    let item = try #require(database.items.first)
    try await database.delete(item.id)
    let error = await #expect(throws: ItemIsGone.self) { try await database.update(item) }
    #expect(error.map { "\($0)" } == "Someone else deleted “Keyboard”.")
  }

  @Test func `Two sessions see each other's changes`() async throws {
    let database = try InventoryDatabase(at: .memory, seed: Item.samples)
    let (first, second) = (InventoryClient.database(database), InventoryClient.database(database))
    try await first.add(Item(name: "Lamp"))
    #expect(second.items().last?.name == "Lamp")
    var keyboard = try #require(second.item(1))
    keyboard.name = "Piano"
    try await second.update(keyboard)
    #expect(first.item(1)?.name == "Piano")
    try await first.delete(1)
    #expect(second.item(1) == nil)
  }

  @Test func `Direct writes to the database are noticed`() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "inventory.sqlite").path
      let database = try InventoryDatabase(at: .file(path), seed: Item.samples)
      var changes = database.changes.makeAsyncIterator()
      try await database.opened().writer.write { db in
        try db.execute(sql: "UPDATE item SET quantity = 7 WHERE id = 1")
        try db.execute(sql: "DELETE FROM item WHERE id = 2")
      }
      #expect(await changes.next() != nil)
      #expect(database.items.map(\.id) == [1, 3, 4])
      #expect(database.items[id: 1]?.status == .inStock(quantity: 7))
      // A rolled-back change isn't reported, and doesn't affect the next one.
      await #expect(throws: CancellationError.self) {
        try await database.opened().writer.write { db in
          try db.execute(sql: "DELETE FROM item")
          throw CancellationError()
        }
      }
      try await database.add(Item(name: "Lamp"))
      #expect(await changes.next() != nil)
      #expect(database.items.map(\.name) == ["Keyboard", "Mouse", "Headphones", "Lamp"])
      try database.close()
    }
  }

  @Test func `A file keeps its items and is seeded once`() async throws {
    try await withFolder { folder in
      // The database creates missing folders.
      let path = folder.appending(path: "of/some/inventory.sqlite").path
      let database = try InventoryDatabase(at: .file(path), seed: Item.samples)
      for name in Self.names { try await database.add(Item(name: name)) }
      try await database.delete(1)
      let items = database.items
      try database.close()
      let reopened = try InventoryDatabase(at: .file(path), seed: Item.samples)
      #expect(reopened.items == items)
      #expect(reopened.items.map(\.name).suffix(Self.names.count) == Self.names[...])
      try reopened.close()
    }
  }

  @Test func `Only the owner can read a new file`() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "inventory.sqlite").path
      let database = try InventoryDatabase(at: .file(path))
      try await database.add(Item(name: "Lamp"))
      for suffix in ["", "-wal", "-shm"] {
        let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
        #expect(attributes[.posixPermissions] as? Int == 0o600, "\(suffix)")
      }
      try database.close()
    }
  }

  @Test func `Changes wait up to five seconds for another process`() async throws {
    let database = try InventoryDatabase(at: .memory)
    let timeout = try await database.opened().writer.read { db in
      try Int.fetchOne(db, sql: "PRAGMA busy_timeout")
    }
    #expect(timeout == 5000)
  }

  @Test func `Names are stored unchanged`() async throws {
    let database = try InventoryDatabase(at: .memory)
    for name in Self.names {
      try await database.add(Item(name: name))
      let item = try #require(database.items.last)
      try await database.update(item)
      #expect(database.items.last.map { Array($0.name.utf8) } == Array(name.utf8))
    }
  }

  @Test func `Simultaneous writers don't lose items`() async throws {
    let database = try InventoryDatabase(at: .memory)
    try await withThrowingTaskGroup { group in
      for number in 0..<50 {
        group.addTask { try await database.add(Item(name: "\(number)")) }
      }
      try await group.waitForAll()
    }
    #expect(Set(database.items.map(\.name)) == Set((0..<50).map(String.init)))
    #expect(database.items.map(\.id) == Array(1...50))
  }

  @Test func `An invalid database file is rejected with a clear error`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "letter.txt")
      try Data(repeating: 0x41, count: 4096).write(to: file)
      let notADatabase = #expect(throws: (any Error).self) {
        try InventoryDatabase(at: .file(file.path))
      }
      #expect(notADatabase.map { "\($0)" }?.contains("file is not a database") == true)
      #expect(throws: (any Error).self) { try InventoryDatabase(at: .file(folder.path)) }
      #expect(throws: (any Error).self) {
        try InventoryDatabase(at: .file(file.appending(path: "inventory.sqlite").path))
      }
    }
  }

  private static let names = [
    "A\u{0}B", "\u{0}", "👩🏽‍🚀🇩🇪", "مفاتيح", "<script>alert(1)</script>", "'; DROP TABLE item; --",
    "\u{FEFF}e\u{301}", String(repeating: "å", count: 10_000),
  ]

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }
}
