import Foundation
import Testing

@testable import Gallery

/// The inventory's file is deleted, replaced, or moved while the server runs.
final class MovedInventoryTests {
  private let folder: URL
  private var path: String { folder.appending(path: "inventory.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The names in memory, which must match the file.
  private func names(
    _ database: InventoryDatabase, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let other = try InventoryDatabase(at: .file(path))
    defer { try? other.close() }
    #expect(database.items == other.items, sourceLocation: sourceLocation)
    return database.items.map(\.name)
  }

  @Test(arguments: [["", "-wal", "-shm"], [""]])
  func `A deleted file is created again as at the start`(suffixes: [String]) async throws {
    let database = try InventoryDatabase(at: .file(path), seed: [Item(name: "Desk")])
    try await database.add(Item(name: "Lamp"))
    for suffix in suffixes { try FileManager.default.removeItem(atPath: path + suffix) }
    try await database.add(Item(name: "Chair"))
    #expect(try names(database) == ["Desk", "Chair"])
    try await database.add(Item(name: "Sofa"))
    #expect(try names(database) == ["Desk", "Chair", "Sofa"])
    try database.close()
  }

  @Test func `A replaced file is used instead`() async throws {
    let other = try InventoryDatabase(
      at: .file(folder.appending(path: "other.sqlite").path), seed: [Item(name: "Old")])
    try other.close()
    let database = try InventoryDatabase(at: .file(path), seed: [Item(name: "Desk")])
    try await database.add(Item(name: "Lamp"))
    #expect(rename(folder.appending(path: "other.sqlite").path, path) == 0)
    var item = try #require(database.items.last)
    item.name = "Light"
    await #expect(throws: ItemIsGone.self) { try await database.update(item) }
    let names = try names(database)
    #expect(names == ["Old"])
    try await database.delete(1)
    #expect(try self.names(database).isEmpty)
    try database.close()
  }

  @Test func `A deleted folder is created again`() async throws {
    let database = try InventoryDatabase(at: .file(path))
    try FileManager.default.removeItem(at: folder)
    try await withThrowingTaskGroup { group in
      for number in 0..<20 {
        group.addTask { try await database.add(Item(name: "\(number)")) }
      }
      try await group.waitForAll()
    }
    #expect(try Set(names(database)) == Set((0..<20).map(String.init)))
    try database.close()
  }

  @Test func `A failure to create the file is reported, and the list is unchanged`() async throws {
    let database = try InventoryDatabase(at: .file(path), seed: [Item(name: "Desk")])
    try FileManager.default.removeItem(at: folder)
    // Replace the folder with a file.
    try Data().write(to: folder)
    let error = await #expect(throws: InventoryIsNotWritten.self) {
      try await database.add(Item(name: "Lamp"))
    }
    #expect(error.map { "\($0)" } == "The server can't write to its database right now.")
    try FileManager.default.removeItem(at: folder)
    try await database.add(Item(name: "Lamp"))
    #expect(try names(database) == ["Desk", "Lamp"])
    try database.close()
  }
}
