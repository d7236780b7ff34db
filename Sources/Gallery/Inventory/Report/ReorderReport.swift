import Cairn
import CairnServer

/// A list of the items to reorder, as a file of CSV.
enum ReorderReport {
  /// Items with a smaller quantity are in the list.
  static let threshold = 50

  /// The maximum number of items in a file.
  private static let limit = 10_000

  /// Prepares the list, and keeps it for the current session until the session prepares another.
  /// - Returns: The number of items in the list.
  static func prepare(
    itemsBelow threshold: Int, _ report: LongWorkReporter
  ) async throws -> Int {
    @Dependency(\.continuousClock) var clock
    @Dependency(\.inventory) var inventory
    @Dependency(\.session) var session
    await report("Checking the stock", fraction: 0.25)
    // A real report would wait for another system, such as the one of a supplier.
    try await clock.sleep(for: .seconds(3))
    let items = inventory.items().map { ExportedItem($0) }
      .filter { $0.quantity < threshold }.prefix(limit)
    await report("Writing the file", fraction: 0.75)
    let rows = [ExportedItem.header] + items.map(\.row)
    try await inventory.keepReport(rows.map(\.text).joined(), session.id)
    return items.count
  }
}
