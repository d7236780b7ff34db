import Cairn
import Foundation

/// The database functions that the inventory's features need.
///
/// It's a struct of closures, so that tests can replace single functions.
struct InventoryClient: Sendable {
  /// Returns all items in the order in which they were added.
  var items: @Sendable () -> IdentifiedArrayOf<Item>
  /// Adds an item. The database assigns its ID.
  var add: @Sendable (Item) async throws -> Void
  /// Adds either all items, or none if there's an error.
  var addAll: @Sendable ([Item]) async throws -> Void
  /// Replaces the item with the same ID.
  var update: @Sendable (Item) async throws -> Void
  /// Saves counts as quantities, either all or none. An item with a count of 0 becomes out of stock. Deleted items are
  /// left out.
  var count: @Sendable ([Item.ID: Int]) async throws -> Void
  /// Deletes an item, or does nothing if it doesn't exist.
  var delete: @Sendable (Item.ID) async throws -> Void
  /// Returns the counts of all users that were neither saved nor discarded. If several users have counted an item, it
  /// returns the last count.
  var unfinishedCounts: @Sendable () -> [Item.ID: Int] = { [:] }
  /// Stores counts of a stock take in addition to its counts of other items.
  var keepCounts: @Sendable ([Item.ID: Int], UUID) async throws -> Void = { _, _ in }
  /// Moves counts from other stock takes to a stock take. If that has its own count of an item, it keeps it.
  var moveCounts: @Sendable ([Item.ID: Int], UUID) async throws -> Void = { _, _ in }
  /// Deletes the stored counts of a stock take.
  var forgetCounts: @Sendable (UUID) async throws -> Void = { _ in }
  /// Sets the quantity of an item, unless the same delivery was received before.
  var receive: @Sendable (StockDelivery) async throws -> StockDelivery.Outcome = { _ in .applied }
  /// Stores the report of a session instead of its previous one.
  var keepReport: @Sendable (String, UUID) async throws -> Void = { _, _ in }
  /// Returns the report of a session, or `nil` if the session has none.
  var report: @Sendable (UUID) throws -> String? = { _ in nil }
  /// Returns a stream with an element for each change of the items by any user.
  var changes: @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } }

  /// Returns the item with an ID, or `nil` if it was deleted.
  func item(_ id: Item.ID) -> Item? { items()[id: id] }
}

extension InventoryClient: TestDependencyKey {
  /// The sample items, in memory.
  static var testValue: Self {
    guard let database = try? InventoryDatabase(at: .memory, seed: Item.samples) else {
      return Self(
        items: { [] }, add: { _ in }, addAll: { _ in }, update: { _ in }, count: { _ in },
        delete: { _ in })
    }
    return .database(database)
  }
}

extension InventoryClient {
  /// Returns a client for a database.
  ///
  /// Each change has an idempotency key. If the change is repeated, for example because the form is processed again
  /// after a crash, it's made only once.
  static func database(_ database: InventoryDatabase) -> Self {
    Self(
      items: { database.items },
      add: { item in
        @Dependency(\.idempotencyKey) var key
        try await database.add(item, once: key.appending("add"))
      },
      addAll: { items in
        @Dependency(\.idempotencyKey) var key
        try await database.add(items, once: key.appending("add-all"))
      },
      update: { item in
        @Dependency(\.idempotencyKey) var key
        try await database.update(item, once: key.appending("update-\(item.id)"))
      },
      count: { counts in
        @Dependency(\.idempotencyKey) var key
        try await database.count(counts, once: key.appending("count"))
      },
      delete: { id in
        @Dependency(\.idempotencyKey) var key
        try await database.delete(id, once: key.appending("delete-\(id)"))
      },
      unfinishedCounts: { database.unfinishedCounts },
      keepCounts: { counts, stockTake in
        @Dependency(\.idempotencyKey) var key
        try await database.keep(counts, of: stockTake, once: key.appending("counts"))
      },
      moveCounts: { counts, stockTake in
        @Dependency(\.idempotencyKey) var key
        try await database.move(counts, to: stockTake, once: key.appending("move-counts"))
      },
      forgetCounts: { stockTake in
        @Dependency(\.idempotencyKey) var key
        try await database.forgetCounts(of: stockTake, once: key.appending("forget-counts"))
      },
      receive: { try await database.receive($0) },
      keepReport: { contents, session in
        @Dependency(\.idempotencyKey) var key
        try await database.keepReport(contents, of: session, once: key.appending("report"))
      },
      report: { try database.report(of: $0) },
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
