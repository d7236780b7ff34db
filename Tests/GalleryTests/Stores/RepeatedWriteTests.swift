import Cairn
import Foundation
import GRDB
import Testing

@testable import Gallery

/// A write with a key runs once, regardless of later writes.
struct RepeatedWriteTests {
  private let rename = IdempotencyKey("rename")
  private let deletion = IdempotencyKey("deletion")

  private func named(_ name: String, _ database: InventoryDatabase) throws -> Item {
    var item = try #require(database.items.first)
    item.name = name
    return item
  }

  private func withFile(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "inventory.sqlite").path)
  }

  @Test func `A repeated update doesn't undo a later one`() async throws {
    let database = try InventoryDatabase(at: .memory, seed: [Item(name: "A")])
    let toB = try named("B", database)
    try await database.update(toB, once: rename)
    try await database.update(named("C", database), once: IdempotencyKey("another"))
    try await database.update(toB, once: rename)
    #expect(database.items.map(\.name) == ["C"])
  }

  @Test func `A repeated update doesn't undo a later one in a reopened file`() async throws {
    try await withFile { path in
      let database = try InventoryDatabase(at: .file(path), seed: [Item(name: "A")])
      let toB = try named("B", database)
      try await database.update(toB, once: rename)
      try await database.update(named("C", database), once: IdempotencyKey("another"))
      try database.close()
      let reopened = try InventoryDatabase(at: .file(path))
      try await reopened.update(toB, once: rename)
      #expect(reopened.items.map(\.name) == ["C"])
      try reopened.close()
    }
  }

  @Test func `A repeated update of a deleted item succeeds`() async throws {
    let database = try InventoryDatabase(at: .memory, seed: [Item(name: "A")])
    let toB = try named("B", database)
    try await database.update(toB, once: rename)
    try await database.delete(toB.id, once: deletion)
    try await database.update(toB, once: rename)
    #expect(database.items.isEmpty)
  }

  @Test func `A failed update can be repeated`() async throws {
    let database = try InventoryDatabase(at: .memory, seed: [Item(name: "A")])
    let gone = Item(id: 99, name: "Gone")
    for _ in 0..<2 {
      await #expect(throws: ItemIsGone.self) { try await database.update(gone, once: rename) }
    }
    // The failed update didn't use up the key.
    try await database.update(named("B", database), once: rename)
    #expect(database.items.map(\.name) == ["B"])
  }

  @Test func `A repeated deletion has no effect`() async throws {
    let database = try InventoryDatabase(at: .memory, seed: [Item(name: "A"), Item(name: "B")])
    try await database.delete(1, once: deletion)
    try await database.delete(1, once: deletion)
    // It has no effect on another existing item either.
    try await database.delete(2, once: deletion)
    #expect(database.items.map(\.name) == ["B"])
    try await database.delete(2, once: IdempotencyKey("another"))
    #expect(database.items.isEmpty)
  }

  @Test func `Either all items of a list are added or none`() async throws {
    let database = try InventoryDatabase(at: .memory)
    let list = [Item(name: "A"), Item(name: "B", status: .inStock(quantity: 13))]
    try await database.opened().writer.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER full BEFORE INSERT ON item WHEN NEW.quantity = 13
          BEGIN SELECT RAISE(ABORT, 'full'); END
          """)
    }
    await #expect(throws: InventoryIsNotWritten.self) {
      try await database.add(list, once: IdempotencyKey("list"))
    }
    #expect(database.items.isEmpty)
    try await database.opened().writer.write { try $0.execute(sql: "DROP TRIGGER full") }
    // The failed attempt didn't use up the key, and a repetition adds nothing.
    for _ in 0..<2 { try await database.add(list, once: IdempotencyKey("list")) }
    #expect(database.items.map(\.name) == ["A", "B"])
  }

  @Test func `Counts are saved next to other changes, and without deleted items`() async throws {
    let database = try InventoryDatabase(at: .memory, seed: [Item(name: "A"), Item(name: "B")])
    try await database.delete(2, once: deletion)
    try await database.update(Item(id: 1, name: "C"), once: rename)
    try await database.count([1: 5, 2: 6])
    #expect(database.items.map(\.name) == ["C"])
    #expect(database.items.map(\.status) == [.inStock(quantity: 5)])
    try await database.count([1: 0])
    #expect(database.items.map(\.status) == [.outOfStock(isOnBackOrder: false)])
  }

  @Test func `A repeated form adds and counts its items once`() async throws {
    let database = try InventoryDatabase(at: .memory, seed: [Item(name: "A"), Item(name: "B")])
    let inventory = InventoryClient.database(database)
    try await withDependencies {
      $0.idempotencyKey = IdempotencyKey("form")
    } operation: {
      for (name, count) in [("C", 5), ("D", 6)] {
        try await inventory.addAll([Item(name: name), Item(name: name)])
        try await inventory.count([1: count, 2: count])
      }
    }
    #expect(database.items.map(\.name) == ["A", "B", "C", "C"])
    #expect(database.items.prefix(2).map(\.status) == [5, 5].map { .inStock(quantity: $0) })
  }

  @Test func `Each write of a form has its own key`() async throws {
    let database = try InventoryDatabase(at: .memory, seed: [Item(name: "A"), Item(name: "B")])
    let inventory = InventoryClient.database(database)
    try await withDependencies {
      $0.idempotencyKey = IdempotencyKey("form")
    } operation: {
      for _ in 0..<2 {
        for item in [Item(id: 1, name: "C"), Item(id: 2, name: "D")] {
          try await inventory.update(item)
        }
        try await inventory.add(Item(name: "E"))
        try await inventory.delete(2)
      }
    }
    #expect(database.items.map(\.name) == ["C", "E"])
  }
}
