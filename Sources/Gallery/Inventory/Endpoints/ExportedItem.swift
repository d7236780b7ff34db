import Cairn
import CairnServer

/// An item as the inventory exports it, for spreadsheets and other programs.
struct ExportedItem: Codable, Equatable {
  let id: Int
  let name: String
  let color: String?
  let quantity: Int
  let isOnBackOrder: Bool

  init(_ item: Item) {
    id = item.id
    name = item.name
    color = item.color?.rawValue
    quantity = item.status.inStock ?? 0
    isOnBackOrder = item.status == .outOfStock(isOnBackOrder: true)
  }

  /// The names of the columns.
  static let header = CSVRow(["id", "name", "color", "quantity", "on back order"])

  /// The item as a line of CSV.
  var row: CSVRow {
    CSVRow([String(id), name, color ?? "", String(quantity), isOnBackOrder ? "yes" : "no"])
  }
}
