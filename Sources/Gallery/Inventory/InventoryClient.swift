import Cairn

/// What the inventory's features need of the database.
struct InventoryClient: Sendable {
  /// All items, in the order in which they were added.
  var items: @Sendable () -> IdentifiedArrayOf<Item>
  /// Adds an item; its id is given by the database.
  var add: @Sendable (Item) async throws -> Void
  /// Replaces the item with the same id.
  var update: @Sendable (Item) async throws -> Void
  /// Deletes an item; one that is gone already stays so.
  var delete: @Sendable (Item.ID) async throws -> Void
  /// What was counted and neither saved nor thrown away, by whomever.
  var unfinishedCounts: @Sendable () -> [Item.ID: Int] = { [:] }
  /// Keeps counts, beside those of other items.
  var keepCounts: @Sendable ([Item.ID: Int]) async throws -> Void = { _ in }
  /// Forgets all counts that were kept.
  var forgetCounts: @Sendable () async throws -> Void = {}
  /// An element each time that anybody has changed the items.
  var changes: @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } }

  /// The item with an id; nil where it is gone.
  func item(_ id: Item.ID) -> Item? { items()[id: id] }

  /// Writes what was counted: so many are in stock, and none is out of stock.
  func count(_ counts: [Item.ID: Int]) async throws {
    for (id, counted) in counts.sorted(by: { $0.key < $1.key }) {
      guard var item = item(id), counted != item.status.inStock ?? 0 else { continue }
      item.status =
        counted > 0 ? .inStock(quantity: counted) : .outOfStock(isOnBackOrder: false)
      try await update(item)
    }
  }
}

extension InventoryClient: TestDependencyKey {
  /// The samples in memory.
  static var testValue: Self {
    guard let database = try? InventoryDatabase(at: .memory, seed: Item.samples) else {
      return Self(items: { [] }, add: { _ in }, update: { _ in }, delete: { _ in })
    }
    return .database(database)
  }
}

extension InventoryClient {
  /// The items of a database.
  static func database(_ database: InventoryDatabase) -> Self {
    Self(
      items: { database.items },
      add: { item in
        @Dependency(\.idempotencyKey) var key
        try await database.add(item, once: key.appending("add"))
      },
      update: { item in
        @Dependency(\.idempotencyKey) var key
        try await database.update(item, once: key.appending("update-\(item.id)"))
      },
      delete: { id in
        @Dependency(\.idempotencyKey) var key
        try await database.delete(id, once: key.appending("delete-\(id)"))
      },
      unfinishedCounts: { database.unfinishedCounts },
      keepCounts: { counts in
        @Dependency(\.idempotencyKey) var key
        try await database.keep(counts: counts, once: key.appending("counts"))
      },
      forgetCounts: {
        @Dependency(\.idempotencyKey) var key
        try await database.forgetCounts(once: key.appending("forget-counts"))
      },
      changes: { database.changes })
  }
}

extension DependencyValues {
  /// The items that all sessions share.
  var inventory: InventoryClient {
    get { self[InventoryClient.self] }
    set { self[InventoryClient.self] = newValue }
  }
}
