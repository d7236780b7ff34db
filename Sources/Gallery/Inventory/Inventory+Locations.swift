import Cairn

extension Inventory.State: Located {
  static var locations: some Locations<Self> {
    Place(\.$destination.add, "add") { $0.form() }
    Place(\.$destination.edit, "items", \.item.id) { id, inventory in
      inventory.items[id: id].map { ItemForm.State(item: $0) }
    }
    Place(\.$destination.duplicate, "items", \.source, "duplicate") { id, inventory in
      inventory.items[id: id].map { inventory.form(duplicating: $0) }
    }
    Place(\.$destination.importing, "import") { _ in ItemImport.State() }
    Place(\.$destination.takeStock, "stocktake") { _ in StockTake.State() }
  }
}

extension StockTake.State: Located {
  static var locations: some Locations<Self> {
    Trail(\.path, steps: \.step) { step, stockTake in
      switch step {
      case .item(let id):
        return stockTake.items.index(id: id).map { stockTake.steps(upTo: $0 + 1) }
      case .summary:
        // What was counted already counts, and the rest is as expected.
        var counted = stockTake
        let steps = stockTake.steps(upTo: stockTake.items.count)
        counted.path = StackState()
        counted.path.append(contentsOf: steps)
        return steps + [counted.summary]
      }
    }
  }
}

/// A screen of stock-taking, as its location names it: by the item's id, or `summary`.
///
/// The number of the item would be another one's as soon as somebody deletes one before it.
enum StockTakeStep: LocationValue {
  case item(Item.ID)
  case summary

  init?(locationSegment: String) {
    if locationSegment == "summary" {
      self = .summary
    } else if let id = Item.ID(locationSegment: locationSegment) {
      self = .item(id)
    } else {
      return nil
    }
  }

  var locationSegment: String {
    switch self {
    case .item(let id): "\(id)"
    case .summary: "summary"
    }
  }
}

extension StockTake.Path.State {
  fileprivate var step: StockTakeStep {
    switch self {
    case .count(let count): .item(count.item.id)
    case .summary: .summary
    }
  }
}
