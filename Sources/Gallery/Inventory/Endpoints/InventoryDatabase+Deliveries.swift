import Cairn
import GRDB

extension InventoryDatabase {
  /// Sets the quantity of an item, unless the same delivery was received before. Both are recorded in one transaction.
  /// - Throws: ``ItemIsUnknown`` if the item doesn't exist. The delivery then doesn't count as received.
  func receive(_ delivery: StockDelivery) async throws -> StockDelivery.Outcome {
    let isNew = try await write(once: IdempotencyKey("delivery").appending(delivery.id)) { db in
      guard var item = try ItemRow.fetchOne(db, key: delivery.item)?.item else {
        throw ItemIsUnknown(id: delivery.item)
      }
      item.status =
        delivery.quantity > 0
        ? .inStock(quantity: delivery.quantity) : .outOfStock(isOnBackOrder: false)
      try ItemRow(item).update(db)
      return { [item] in $0[id: item.id] = item }
    }
    return isNew ? .applied : .repeated
  }
}
