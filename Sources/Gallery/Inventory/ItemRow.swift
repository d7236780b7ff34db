import Foundation
import GRDB

/// An item as a row of the database.
struct ItemRow: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "item"

  var id: Int64?
  var name: Data
  var color: String?
  var quantity: Int?
  var isOnBackOrder: Bool

  init(_ item: Item) {
    id = Int64(item.id)
    name = Data(item.name.utf8)
    color = item.color?.rawValue
    switch item.status {
    case .inStock(let quantity):
      self.quantity = quantity
      isOnBackOrder = false
    case .outOfStock(let isOnBackOrder):
      quantity = nil
      self.isOnBackOrder = isOnBackOrder
    }
  }

  mutating func didInsert(_ inserted: InsertionSuccess) {
    id = inserted.rowID
  }

  var item: Item {
    Item(
      id: id.map(Int.init) ?? Item.unsaved, name: String(decoding: name, as: UTF8.self),
      color: color.flatMap(Item.Color.init),
      status: quantity.map { .inStock(quantity: $0) } ?? .outOfStock(isOnBackOrder: isOnBackOrder))
  }
}
