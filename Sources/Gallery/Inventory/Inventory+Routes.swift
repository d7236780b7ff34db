import Cairn

/// The URLs of the presented screens, relative to `/inventory`.
///
/// For example, `items/7` edits item 7. Each closure creates the state that a URL opens. If it returns `nil`, such
/// as for a deleted item, the page isn't found.
extension Inventory.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.$destination.add, "add") { $0.form() }
    Route(\.$destination.edit, "items", \.item.id) { id, inventory in
      inventory.items[id: id].map { ItemForm.State(item: $0) }
    }
    Route(\.$destination.duplicate, "items", \.source, "duplicate") { id, inventory in
      inventory.items[id: id].map { inventory.form(duplicating: $0) }
    }
    Route(\.$destination.importing, "import") { _ in ItemImport.State() }
    Route(\.$destination.takeStock, "stocktake") { _ in StockTake.State() }
  }
}

/// The URLs of the screens on the stack. The segment of the last screen opens all screens before it too.
extension StockTake.State: Routable {
  static var routes: some Routes<Self> {
    StackRoute(\.path, steps: \.step) { step, stockTake in
      switch step {
      case .item(let id):
        return stockTake.items.index(id: id).map { stockTake.steps(upTo: $0 + 1) }
      case .summary:
        // Existing counts are kept. All other items have their expected quantity.
        var counted = stockTake
        let steps = stockTake.steps(upTo: stockTake.items.count)
        counted.path = StackState()
        counted.path.append(contentsOf: steps)
        return steps + [counted.summary]
      }
    }
  }
}

/// The URL segment of a stocktaking screen, which is an item's ID or `summary`.
///
/// An item's position wouldn't work, because it would change if someone deletes an earlier item.
enum StockTakeStep: RouteValue {
  case item(Item.ID)
  case summary

  init?(routeSegment: String) {
    if routeSegment == "summary" {
      self = .summary
    } else if let id = Item.ID(routeSegment: routeSegment) {
      self = .item(id)
    } else {
      return nil
    }
  }

  var routeSegment: String {
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
