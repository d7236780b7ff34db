import Cairn
import CairnTesting
import Foundation
import Testing

@testable import Gallery

@MainActor
struct StockTakeTests {
  private let two = [
    Item(name: "Keyboard", status: .inStock(quantity: 100)),
    Item(name: "Mouse", status: .outOfStock(isOnBackOrder: true)),
  ]

  @Test func `A stock take leads from the first item to the summary and saves the counts`()
    async throws
  {
    let inventory = try inventory(of: two)
    let store = inventoryStore(inventory)
    await store.send(.takeStockButtonTapped) {
      $0.destination = .takeStock(StockTake.State())
    }
    await store.send(\.destination.takeStock.startButtonTapped) {
      $0.$destination.takeStock?.path[id: 0] = .count(count(inventory.item(1)!, 100))
    }
    await store.send(.destination(.presented(.takeStock(.path(.counted(at: 0, 97)))))) {
      $0.$destination.takeStock?.path[id: 0, case: \.count]?.counted = 97
      $0.$destination.takeStock?.hasCounted = true
    }
    await store.send(.destination(.presented(.takeStock(.path(.next(at: 0)))))) {
      $0.$destination.takeStock?.path[id: 1] = .count(count(inventory.item(2)!, 0))
    }
    await store.send(.destination(.presented(.takeStock(.path(.next(at: 1)))))) {
      $0.$destination.takeStock?.path[id: 2] = .summary(
        StockSummary.State(counts: [1: 97, 2: 0]))
    }
    let summary = try #require(store.state.destination?.takeStock?.path.last?.summary)
    let lines = withDependencies {
      $0.inventory = inventory
    } operation: {
      summary.lines
    }
    #expect(lines.map(\.difference) == [-3, 0])
    await store.send(.destination(.presented(.takeStock(.path(.save(at: 2))))))
    await store.receive(\.destination.takeStock.saveButtonTapped) {
      $0.$destination.takeStock?.saving.isRunning = true
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.item(1)?.status == .inStock(quantity: 97))
    // An item that's still out of stock stays on back order.
    #expect(inventory.item(2)?.status == .outOfStock(isOnBackOrder: true))
  }

  @Test func `Earlier counts can be continued`() async throws {
    let inventory = try inventory(of: two)
    try await inventory.keepCounts([1: 97, 9: 5], UUID(1))
    let store = stockTake(inventory)
    #expect(store.state.unfinished == [1: 97])
    await store.send(.continueButtonTapped) {
      $0.leftCounts = [1: 97]
      $0.unfinished = [:]
      $0.hasCounted = true
      $0.path[id: 0] = .count(count(inventory.item(1)!, 97))
      $0.path[id: 1] = .count(count(inventory.item(2)!, 0))
    }
    await store.send(.path(.next(at: 1))) {
      $0.path[id: 2] = .summary(
        StockSummary.State(counts: [1: 97, 2: 0]))
    }
    await store.finish()
    #expect(inventory.unfinishedCounts() == [1: 97, 2: 0])
    try await inventory.forgetCounts(UUID(0))
    #expect(inventory.unfinishedCounts() == [:])
  }

  @Test(arguments: [true, false])
  func `Save and Discard keep the counts of other users`(saves: Bool) async throws {
    let inventory = try inventory(of: two)
    try await inventory.keepCounts([1: 97, 2: 3], UUID(1))
    let store = stockTake(inventory)
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    await store.send(.path(.counted(at: 0, 50))).finish()
    await store.send(.path(.next(at: 0))).finish()
    #expect(inventory.unfinishedCounts() == [1: 50, 2: 3])
    await store.send(.path(.next(at: 1))).finish()
    if saves {
      await store.send(.saveButtonTapped).finish()
    } else {
      await store.send(.cancelButtonTapped)
      await store.send(\.leaving.confirmed).finish()
    }
    #expect(store.isDismissed)
    #expect(inventory.unfinishedCounts() == [1: 97, 2: 3])
    #expect(inventory.item(1)?.status == .inStock(quantity: saves ? 50 : 100))
  }

  @Test func `Continued counts belong to the user who continues`() async throws {
    let inventory = try inventory(of: two)
    try await inventory.keepCounts([1: 97, 2: 3], UUID(1))
    try await inventory.keepCounts([2: 4], UUID(2))
    try await inventory.moveCounts([1: 97, 2: 4], UUID(0))
    try await inventory.keepCounts([1: 96], UUID(0))
    try await inventory.forgetCounts(UUID(2))
    #expect(inventory.unfinishedCounts() == [1: 96, 2: 4])
    try await inventory.forgetCounts(UUID(0))
    // The user continued with the last count of each item.
    #expect(inventory.unfinishedCounts() == [2: 3])
  }

  @Test func `Continuing keeps the user's own count of an item`() async throws {
    let inventory = try inventory(of: two)
    try await inventory.keepCounts([1: 97], UUID(0))
    try await inventory.keepCounts([1: 98], UUID(1))
    try await inventory.keepCounts([1: 98], UUID(2))
    try await inventory.moveCounts([1: 98], UUID(0))
    #expect(inventory.unfinishedCounts() == [1: 97])
    try await inventory.forgetCounts(UUID(0))
    #expect(inventory.unfinishedCounts() == [:])
  }

  @Test func `Back keeps the counts`() async throws {
    let store = try stockTake(inventory(of: two))
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    await store.send(.path(.counted(at: 0, 97)))
    await store.send(.path(.next(at: 0)))
    await store.send(.path(.counted(at: 1, 5)))
    await store.send(.path(.popFrom(id: 1)))
    #expect(store.state.path.count == 1)
    await store.send(.path(.next(at: 0)))
    #expect(store.state.path.last?.count?.counted == 5)
    #expect(store.state.counts == [1: 97, 2: 5])
  }

  @Test func `Counts aren't saved before the end`() async throws {
    let inventory = try inventory(of: two)
    let store = inventoryStore(inventory)
    store.exhaustivity = .off
    await store.send(.takeStockButtonTapped)
    await store.send(\.destination.takeStock.startButtonTapped)
    await store.send(.destination(.presented(.takeStock(.path(.counted(at: 0, 1))))))
    await store.send(\.destination.takeStock.cancelButtonTapped) {
      $0.$destination.takeStock?.leaving = .leaving
    }
    await store.send(\.destination.takeStock.leaving.dismiss)
    #expect(store.state.destination?.takeStock?.counts == [1: 1])
    await store.send(\.destination.takeStock.cancelButtonTapped)
    await store.send(\.destination.takeStock.leaving.confirmed)
    await store.receive(\.destination.dismiss)
    #expect(store.state.destination == nil)
    #expect(inventory.item(1)?.status == .inStock(quantity: 100))
  }

  @Test func `Counts are kept after a failure to save`() async throws {
    let inventory = try inventory(of: two)
    let store = inventoryStore(inventory.failing)
    store.exhaustivity = .off
    await store.send(.takeStockButtonTapped)
    await store.send(\.destination.takeStock.startButtonTapped)
    await store.send(.destination(.presented(.takeStock(.path(.counted(at: 0, 97))))))
    await store.send(.destination(.presented(.takeStock(.path(.next(at: 0))))))
    await store.send(.destination(.presented(.takeStock(.path(.next(at: 1))))))
    await store.send(.destination(.presented(.takeStock(.path(.save(at: 2))))))
    await store.receive(\.destination.takeStock.savingFailed) {
      $0.$destination.takeStock?.alert = .notSaved("The disk is full.")
    }
    await store.send(\.destination.takeStock.alert.dismiss)
    #expect(store.state.destination?.takeStock?.counts == [1: 97, 2: 0])
    store.dependencies.inventory = inventory
    await store.send(.destination(.presented(.takeStock(.path(.save(at: 2))))))
    await store.receive(\.destination.dismiss)
    #expect(store.state.destination == nil)
    #expect(inventory.item(1)?.status == .inStock(quantity: 97))
  }

  @Test func `A negative count is rejected`() async throws {
    let inventory = try inventory(of: two)
    let store = inventoryStore(inventory)
    store.exhaustivity = .off
    await store.send(.takeStockButtonTapped)
    await store.send(\.destination.takeStock.startButtonTapped)
    await store.send(.destination(.presented(.takeStock(.path(.counted(at: 0, -5))))))
    await store.send(.destination(.presented(.takeStock(.path(.next(at: 0))))))
    let stockTake = try #require(store.state.destination?.takeStock)
    #expect(stockTake.path.ids == [0])
    #expect(stockTake.path[id: 0]?.count?.problem == "The count must be 0 or more.")
    #expect(stockTake.counts.isEmpty)
  }

  @Test func `Deleted items are left out`() async throws {
    let inventory = try inventory(of: two)
    try await inventory.delete(1)
    try await inventory.count([1: 5, 2: 6])
    #expect(inventory.items().map(\.status) == [.inStock(quantity: 6)])
  }

  @Test func `Items added during the stock take are counted, and deleted items are left out`()
    async throws
  {
    let inventory = try inventory(
      of: two + [Item(name: "Lamp", status: .inStock(quantity: 3))])
    let store = stockTake(inventory)
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    try await inventory.delete(1)
    try await inventory.delete(2)
    try await inventory.add(Item(name: "Desk", status: .inStock(quantity: 4)))
    await store.send(.path(.next(at: 0))) {
      $0.path[id: 1] = .count(
        CountItem.State(item: inventory.item(3)!, counted: 3))
    }
    await store.send(.path(.next(at: 1))) {
      $0.path[id: 2] = .count(
        CountItem.State(item: inventory.item(4)!, counted: 4))
    }
    await store.send(.path(.next(at: 2)))
    let summary = try #require(store.state.path.last?.summary)
    let lines = withDependencies {
      $0.inventory = inventory
    } operation: {
      summary.lines
    }
    #expect(lines.map(\.item.name) == ["Lamp", "Desk"])
    #expect(summary.counts.count == 3)
    await store.finish()
  }

  /// A test store of the stock take alone.
  private func stockTake(_ inventory: InventoryClient) -> TestStoreOf<StockTake> {
    withDependencies {
      $0.inventory = inventory
      $0.uuid = .constant(UUID(0))
    } operation: {
      TestStore(initialState: StockTake.State()) { StockTake() }
    }
  }

  private func count(_ item: Item, _ counted: Int) -> CountItem.State {
    CountItem.State(item: item, counted: counted)
  }
}

extension StackActionOf<StockTake.Path> {
  fileprivate static func counted(at id: StackElementID, _ number: Int) -> Self {
    .element(id: id, action: .count(.binding(.set(\.counted, number))))
  }

  fileprivate static func next(at id: StackElementID) -> Self {
    .element(id: id, action: .count(.nextButtonTapped))
  }

  fileprivate static func save(at id: StackElementID) -> Self {
    .element(id: id, action: .summary(.saveButtonTapped))
  }
}
