import Cairn
import Testing

@testable import Gallery

struct LocationTests {
  @Test(
    arguments: [
      ("/", []),
      ("/add", [.add]),
      ("/items/2", [.edit(2)]),
      ("/items/4", [.edit(4)]),
      ("/items/2/duplicate", [.duplicate(2)]),
      ("/import", [.importing]),
      ("/stocktake", [.takeStock]),
      ("/stocktake/1", [.takeStock, .count(1)]),
      ("/stocktake/3", [.takeStock, .count(1), .count(2), .count(3)]),
      (
        "/stocktake/summary",
        [.takeStock, .count(1), .count(2), .count(3), .count(4), .summary]
      ),
    ] as [(String, [Screen])])
  func `A location opens its screens, and they have that location`(
    path: String, screens: [Screen]
  ) throws {
    try withInventory { _ in
      let location = try #require(Location(path: path))
      var state = Inventory.State()
      let opened = state.open(location)
      #expect(opened.isComplete)
      #expect(!opened.isGone)
      #expect(state.screens == screens)
      #expect(state.location.path == path)
    }
  }

  @Test(
    arguments: [
      ("/items/99", [], true, []),
      ("/items/99/duplicate", [], true, []),
      ("/items/0", [], true, []),
      ("/items/-1", [], true, []),
      ("/items/two", [], true, []),
      ("/items/02", [], true, []),
      ("/items/2/duplicate/add", ["items", "2", "duplicate"], false, [.duplicate(2)]),
      ("/items/2/items/3", ["items", "2"], false, [.edit(2)]),
      ("/items", [], false, []),
      ("/nowhere", [], false, []),
      ("/stocktake/0", ["stocktake"], true, [.takeStock]),
      ("/stocktake/5", ["stocktake"], true, [.takeStock]),
      ("/stocktake/x", ["stocktake"], true, [.takeStock]),
      ("/stocktake/1/2", ["stocktake", "1"], false, [.takeStock, .count(1)]),
      ("/%00", [], false, []),
    ] as [(String, [String], Bool, [Screen])])
  func `An unknown path opens the nearest ancestor`(
    path: String, opened: [String], isGone: Bool, screens: [Screen]
  ) throws {
    try withInventory { _ in
      var state = Inventory.State()
      let result = state.open(try #require(Location(path: path)))
      #expect(result.opened == opened)
      #expect(!result.isComplete)
      #expect(result.isGone == isGone)
      #expect(state.screens == screens)
      #expect(state.location.segments == opened)
    }
  }

  @Test func `Alerts and dialogs have the location of the screen below`() throws {
    try withInventory { inventory in
      let item = try #require(inventory.item(1))
      for destination in [
        Inventory.Destination.State.alert(.deleting(item)), .dialog(.more(about: item)),
      ] {
        let state = Inventory.State(destination: destination)
        #expect(state.location.path == "/")
      }
    }
  }

  @Test func `Opening the current location keeps typed text`() throws {
    try withInventory { inventory in
      var state = Inventory.State()
      state.open(Location(["items", "1"]))
      state.$destination.edit?.item.name = "Pia"
      state.open(Location(["items", "1"]))
      #expect(state.destination?.edit?.item.name == "Pia")
      state.open(Location(["items", "2"]))
      #expect(state.destination?.edit?.item.name == "Monitor")
      state.open(Location())
      #expect(state.destination == nil)
    }
  }

  @Test func `A step of the stock take keeps earlier counts`() throws {
    try withInventory { inventory in
      var state = Inventory.State()
      state.open(Location(["stocktake", "2"]))
      state.$destination.takeStock?.path[id: 0, case: \.count]?.counted = 7
      state.open(Location(["stocktake", "summary"]))
      #expect(state.destination?.takeStock?.path.last?.summary?.lines.first?.counted == 7)
      state.open(Location(["stocktake", "1"]))
      #expect(state.destination?.takeStock?.path.count == 1)
      #expect(state.destination?.takeStock?.path.last?.count?.counted == 7)
    }
  }

  @Test func `A stock take without items has no steps`() throws {
    try withInventory(of: []) { _ in
      var state = Inventory.State()
      #expect(!state.open(Location(["stocktake", "1"])).isComplete)
      #expect(state.open(Location(["stocktake", "summary"])).isComplete)
      #expect(state.screens == [.takeStock, .summary])
    }
  }

  @Test func `The last of many items opens at once`() throws {
    try withInventory(of: Item.seed(count: 10_000)) { _ in
      var state = Inventory.State()
      #expect(state.open(Location(["items", "10000"])).isComplete)
      #expect(state.destination?.edit?.item.name == "Item 10000")
    }
  }
}

/// Runs a closure with the given items.
func withInventory(
  of items: [Item] = Item.samples, _ body: (InventoryClient) throws -> Void
) throws {
  let inventory = try inventory(of: items)
  try withDependencies {
    $0.inventory = inventory
    $0.uuid = .incrementing
  } operation: {
    try body(inventory)
  }
}

/// A screen of the inventory, as identified by a location.
enum Screen: Equatable {
  case add
  case edit(Item.ID)
  case duplicate(Item.ID)
  case importing
  case takeStock
  case count(Item.ID)
  case summary
}

extension Inventory.State {
  /// The screens above the list.
  var screens: [Screen] {
    switch destination {
    case nil, .alert, .dialog: []
    case .add: [.add]
    case .duplicate(let form): [.duplicate(form.sourceID ?? 0)]
    case .edit(let form): [.edit(form.item.id)]
    case .importing: [.importing]
    case .takeStock(let stockTake):
      [.takeStock]
        + stockTake.path.map { element in
          switch element {
          case .count(let count): .count(count.item.id)
          case .summary: .summary
          }
        }
    }
  }
}
